import type { RequestPageContent } from "../../domain/built-pages.ts";
import { REPLY_PROMISE_HOURS } from "../../domain/data-requirement.ts";
import { NOT_SENT } from "../../domain/messages.ts";
import { UnsentForm } from "../request/UnsentForm.tsx";
import { SITE } from "../site.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Logo } from "../ui/Logo.tsx";
import { StoredRequest } from "./StoredRequest.tsx";

/** What our server itself responds with: to a form posted without script, and to the provider's links. */
export function RequestPage({ content }: { content: RequestPageContent }) {
  return (
    <main className="request-page">
      <a href="/" aria-label={SITE.name}>
        <Logo name={SITE.name} />
      </a>
      <Content content={content} />
    </main>
  );
}

function Content({ content }: { content: RequestPageContent }) {
  switch (content.kind) {
    case "sent":
      return (
        <>
          <h1>Thank you. We have received your request.</h1>
          <p>We reply within {REPLY_PROMISE_HOURS} hours.</p>
          <ButtonLink href="/">Return to Home</ButtonLink>
        </>
      );
    case "unsent":
      return (
        <>
          <h1>{NOT_SENT}</h1>
          <UnsentForm {...content} />
        </>
      );
    case "stored":
      return <StoredRequest {...content} />;
    case "failed":
      return (
        <>
          <h1>{content.message}</h1>
          <p>{content.advice}</p>
        </>
      );
  }
}
