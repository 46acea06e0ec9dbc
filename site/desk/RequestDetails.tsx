import { DESK_ACTION, DESK_FIELD, MAX_NOTE } from "../../contract/desk-form.ts";
import { DESK_PATH } from "../../contract/routes.ts";
import type { NoteContent, RequestDetailsContent } from "../../contract/server-page-content.ts";
import { localTime } from "../../domain/format-time.ts";
import { describeState, type RequestState } from "../../domain/request-state.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";

/** The buttons post to the page's own URL. */
export function RequestDetails(content: RequestDetailsContent) {
  const { reference, storedAt, timeZone, from, state, mailtoLink, sameEmail, note } = content;
  const details = [
    { label: "Reference", value: reference },
    { label: "Received", value: localTime(storedAt, timeZone) },
    { label: "State", value: describeState(state, timeZone) },
    ...content.details,
  ];
  return (
    <>
      <a className="touch-link" href={DESK_PATH}>
        All requests
      </a>
      <h1 dir="auto" translate="no">
        {from}
      </h1>
      <form className="request-details-actions" method="post">
        <ButtonLink variant="action" href={mailtoLink}>
          Reply by mail
        </ButtonLink>
        {actionsFor(state).map((action) => (
          <Button key={action} type="submit" name={DESK_FIELD.action} value={DESK_ACTION[action]}>
            {LABELS[action]}
          </Button>
        ))}
      </form>
      <Note {...note} />
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
      {sameEmail.count > 1 && (
        <a className="touch-link" href={sameEmail.link}>
          {sameEmail.count} requests from this email
        </a>
      )}
      <details className="request-details-erase">
        <summary>Erase this request</summary>
        <form method="post">
          <p>This cannot be undone. Exports, backups and notifications keep their copies.</p>
          <Button type="submit" name={DESK_FIELD.action} value={DESK_ACTION.erase}>
            Erase permanently
          </Button>
        </form>
      </details>
    </>
  );
}

type StateAction = keyof typeof LABELS;

const LABELS = {
  replied: "Mark as replied",
  unreplied: "Mark as not replied",
  spam: "Spam",
  notSpam: "Not spam",
};

function actionsFor(state: RequestState): StateAction[] {
  switch (state.kind) {
    case "waiting":
      return ["replied", "spam"];
    case "replied":
      return ["unreplied", "spam"];
    case "spam":
      return state.reply === null ? ["replied", "notSpam"] : ["notSpam"];
  }
}

function Note({ text, readAt, saved, conflicting }: NoteContent) {
  return (
    <form className="request-details-note" method="post">
      {conflicting !== null && (
        <div role="alert">
          <strong>Somebody else has changed the note, so yours is not saved yet. Theirs:</strong>
          <p className="request-details-other" translate="no" dir="auto">
            {conflicting === "" ? "(removed)" : conflicting}
          </p>
        </div>
      )}
      <Field
        id="note"
        label={conflicting === null ? "Note" : "Your note"}
        optional={false}
        hint={`For colleagues, never sent to the visitor.${saved ? ` ${saved}.` : ""}`}
      >
        {(control) => (
          <textarea
            {...control}
            name={DESK_FIELD.note}
            rows={2}
            maxLength={MAX_NOTE}
            defaultValue={text}
            dir="auto"
          />
        )}
      </Field>
      <input type="hidden" name={DESK_FIELD.readAt} value={readAt} />
      <Button type="submit" name={DESK_FIELD.action} value={DESK_ACTION.note}>
        Save note
      </Button>
    </form>
  );
}
