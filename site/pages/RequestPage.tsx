import { emptyDraft } from "../../domain/data-requirement.ts";
import { explainProblems, NOT_SENT, SUBMITTED } from "../../domain/texts/messages.ts";
import type { RequestPageContent } from "../../domain/wire/built-pages.ts";
import { Confirmation } from "../request/form/Confirmation.tsx";
import { ContactLine } from "../request/form/ContactLine.tsx";
import { Notice } from "../request/form/Notice.tsx";
import { PostedForm } from "../request/PostedForm.tsx";
import { SITE } from "../site.ts";
import { Logo } from "../ui/Logo.tsx";
import { RequestDetails } from "./RequestDetails.tsx";
import { RequestList } from "./RequestList.tsx";

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
          <h1>{SUBMITTED}</h1>
          <PostedForm
            draft={emptyDraft()}
            problems={[]}
            notice={
              <Confirmation
                reference={content.reference}
                createdAt={content.createdAt}
                timeZone="UTC"
              />
            }
          />
        </>
      );
    case "unsent": {
      const { draft, problems, failure } = content;
      return (
        <>
          <h1>{problems.length > 0 ? explainProblems(problems) : NOT_SENT}</h1>
          <PostedForm
            draft={draft}
            problems={problems}
            notice={
              failure && (
                <Notice kind="error" title={failure.message}>
                  <p>{failure.advice}</p>
                  {failure.contact && <ContactLine draft={draft} />}
                </Notice>
              )
            }
          />
        </>
      );
    }
    case "stored":
      return <RequestDetails {...content} />;
    case "listed":
      return <RequestList {...content} />;
    case "failed":
      return (
        <>
          <h1>{content.message}</h1>
          <p>{content.advice}</p>
        </>
      );
  }
}
