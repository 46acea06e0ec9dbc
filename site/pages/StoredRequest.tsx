import type { StoredRequestContent } from "../../domain/built-pages.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";

/** One stored request, for the provider who has its link. Its buttons post to the link itself. */
export function StoredRequest(content: StoredRequestContent) {
  const { from, details, isReplied, isHeld, replyByMail } = content;
  return (
    <>
      <h1>Request from {from}</h1>
      <form className="stored-request-actions" method="post">
        <ButtonLink variant="action" href={replyByMail}>
          Reply by mail
        </ButtonLink>
        <Button type="submit" name="action" value={isReplied ? "unreplied" : "replied"}>
          {isReplied ? "Mark as not replied" : "Mark as replied"}
        </Button>
        <Button type="submit" name="action" value={isHeld ? "not-spam" : "spam"}>
          {isHeld ? "Not spam" : "This is spam"}
        </Button>
      </form>
      <dl className="stored-request-details card">
        {details.map(({ label, value }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no" dir="auto">
              {value}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
