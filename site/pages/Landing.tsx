import { RequestDialog } from "../request/RequestDialog.tsx";
import { DataShowcase } from "../sections/data-showcase/DataShowcase.tsx";
import { Details } from "../sections/Details.tsx";
import { Features } from "../sections/Features.tsx";
import { Footer } from "../sections/Footer.tsx";
import { Hero } from "../sections/Hero.tsx";
import { ImageShowcase } from "../sections/ImageShowcase.tsx";
import { NavBar } from "../sections/NavBar.tsx";
import { Specs } from "../sections/Specs.tsx";
import { SITE } from "../site.ts";
import { Toaster } from "../ui/toasts/Toaster.tsx";
import { Island } from "./Island.tsx";

export function Landing() {
  return (
    <>
      <NavBar />
      <main id="content" tabIndex={-1}>
        <Hero />
        <DataShowcase />
        <Specs>
          <Island name="demonstration" />
        </Specs>
        <Details>
          <Island name="inline-form" />
        </Details>
        <ImageShowcase />
        <Features />
      </main>
      <Footer privacyUrl={SITE.privacyUrl} imprintUrl={SITE.imprintUrl} />
      <Toaster />
      <RequestDialog>
        <Island name="dialog-form" />
      </RequestDialog>
    </>
  );
}
