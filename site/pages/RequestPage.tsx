import type { RequestPageContent } from "../../domain/built-pages.ts";
import { RejectedForm } from "../request/RejectedForm.tsx";
import { SITE } from "../site.ts";
import { Logo } from "../ui/Logo.tsx";

/** The form again, for a visitor without script whose request was not stored. */
export function RequestPage({ content }: { content: RequestPageContent }) {
  return (
    <main className="request-page">
      <a href="/" aria-label={SITE.name}>
        <Logo name={SITE.name} />
      </a>
      <h1>Your request has not been sent</h1>
      <RejectedForm {...content} />
    </main>
  );
}
