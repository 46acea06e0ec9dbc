import { Island } from "../on-demand/Island.tsx";
import { RequestDialog } from "../request/RequestDialog.tsx";
import { DataShowcase } from "../sections/data-showcase/DataShowcase.tsx";
import { Details } from "../sections/details/Details.tsx";
import { Features } from "../sections/features/Features.tsx";
import { Footer } from "../sections/footer/Footer.tsx";
import { Hero } from "../sections/hero/Hero.tsx";
import { ImageShowcase } from "../sections/image-showcase/ImageShowcase.tsx";
import { NavBar } from "../sections/nav-bar/NavBar.tsx";
import { Specs } from "../sections/specs/Specs.tsx";
import { SITE } from "../site.ts";
import { Toaster } from "../ui/toasts/Toaster.tsx";

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
