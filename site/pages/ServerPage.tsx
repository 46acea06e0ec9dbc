import type { ServerPageContent } from "../../contract/server-page-content.ts";
import { SUCCESS } from "../../domain/reply-promise.ts";
import { STORED } from "../attributes.ts";
import { ListChangeConfirmation } from "../desk/ListChange.tsx";
import { RequestDetails } from "../desk/RequestDetails.tsx";
import { RequestList } from "../desk/RequestList.tsx";
import { SITE } from "../site.ts";
import { ButtonLink } from "../ui/Button.tsx";
import { Icon } from "../ui/Icon.tsx";
import { Logo } from "../ui/Logo.tsx";

export function ServerPage({ content }: { content: ServerPageContent }) {
  return (
    <main className={isList(content) ? "server-page server-page-wide" : "server-page"}>
      <a className="touch-link server-page-logo" href="/" aria-label={SITE.name}>
        <Logo name={SITE.name} />
      </a>
      <Content content={content} />
    </main>
  );
}

function isList({ kind }: ServerPageContent): boolean {
  return kind === "list" || kind === "confirmation";
}

function Content({ content }: { content: ServerPageContent }) {
  switch (content.kind) {
    case "stored":
      return (
        <div className="card server-page-answer">
          <Icon name="success" />
          <h1 {...{ [STORED]: "" }}>{SUCCESS}</h1>
          <p>
            Your reference is <strong>{content.reference}</strong>.
          </p>
          <ButtonLink href="/">Back to the page</ButtonLink>
        </div>
      );
    case "not-stored":
      return (
        <div className="card server-page-answer">
          <Icon name="error" />
          <h1>{content.title}</h1>
          {content.problems.length > 0 && (
            <ul className="server-page-problems">
              {content.problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          )}
          <p>{content.advice}</p>
        </div>
      );
    case "list":
      return <RequestList {...content} />;
    case "confirmation":
      return <ListChangeConfirmation {...content} />;
    case "request":
      return <RequestDetails {...content} />;
    case "failed":
      return (
        <>
          <h1>{content.title}</h1>
          <p>{content.advice}</p>
        </>
      );
  }
}
