import { MAX_NOTE_LENGTH } from "../../domain/note.ts";
import type { RequestDetailsContent } from "../../domain/wire/built-pages.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";

/** One stored request, for the provider who has its link. Its buttons post to the link itself. */
export function RequestDetails(content: RequestDetailsContent) {
  const { from, details, isReplied, isHeld, note, notedAt, replyByMail } = content;
  return (
    <>
      <h1>Request from {from}</h1>
      <form className="request-details-actions" method="post">
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
      <form className="request-details-note" method="post">
        <Field
          id="note"
          label="Note"
          optional={false}
          hint={`For colleagues, never sent to the visitor.${notedAt ? ` Saved ${notedAt}.` : ""}`}
        >
          {(control) => (
            <textarea
              {...control}
              name="note"
              rows={2}
              maxLength={MAX_NOTE_LENGTH}
              defaultValue={note}
              dir="auto"
            />
          )}
        </Field>
        <Button type="submit" name="action" value="note">
          Save note
        </Button>
      </form>
      <dl className="request-details-list card">
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
