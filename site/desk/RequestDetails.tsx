import { DESK_ACTION, DESK_FIELD, MAX_NOTE } from "../../contract/desk-form.ts";
import { emailLink } from "../../contract/desk-links.ts";
import { DESK_PATH } from "../../contract/routes.ts";
import type { RequestDetailsContent } from "../../contract/server-page-content.ts";
import { onOneLine } from "../../domain/escape-controls.ts";
import { definitionOf } from "../../domain/fields.ts";
import { formatMinute } from "../../domain/format-time.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { RequestRow } from "../../domain/request-row.ts";
import { describeState, stateOf, type RequestState } from "../../domain/request-state.ts";
import { detailsOf } from "../../domain/requirement-text.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { mailLink, phoneLink, replyLink } from "./reply-link.ts";
import { senderOf } from "./RequestRows.tsx";

/** The buttons post to the page's own URL. */
export function RequestDetails({
  row,
  now,
  timeZone,
  sameEmail,
  unsavedNote,
}: RequestDetailsContent) {
  const state = stateOf(row, now);
  const details = [
    { label: "Reference", value: referenceOf(row.id), link: null },
    { label: "Received", value: formatMinute(row.created_at, timeZone), link: null },
    ...detailsOf(row).map(({ field, label, value }) => ({
      label,
      value,
      link: LINKS[definitionOf(field).control]?.(value) ?? null,
    })),
  ];
  return (
    <>
      <a className="touch-link" href={DESK_PATH}>
        All requests
      </a>
      <div className="request-details-head">
        <h1 className="request-details-name" dir="auto" translate="no">
          {senderOf(row)}
        </h1>
        <p>{describeState(state, timeZone)}</p>
      </div>
      <form className="request-details-actions" method="post">
        <ButtonLink variant="action" href={replyLink(row)}>
          Reply by mail
        </ButtonLink>
        {actionsFor(state).map((action) => (
          <Button key={action} type="submit" name={DESK_FIELD.action} value={DESK_ACTION[action]}>
            {LABELS[action]}
          </Button>
        ))}
      </form>
      <Note row={row} timeZone={timeZone} unsaved={unsavedNote} />
      <dl className="request-details-list card">
        {details.map(({ label, value, link }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd translate="no" dir="auto">
              {link === null ? value : <a href={link}>{value}</a>}
            </dd>
          </div>
        ))}
      </dl>
      <p className="request-details-hint">Times are in {timeZone}.</p>
      {sameEmail > 1 && (
        <a className="touch-link" href={emailLink(row.email)}>
          {sameEmail} requests from this email
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

/** Links of values, by the kind of their field. */
const LINKS: Partial<Record<string, (value: string) => string | null>> = {
  email: mailLink,
  tel: phoneLink,
};

type StateAction = keyof typeof LABELS;

const LABELS = {
  replied: "Mark as replied",
  unreplied: "Mark as not replied",
  spam: "Mark as spam",
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

function Note({
  row: { note, noted_at, noted_by },
  timeZone,
  unsaved,
}: {
  row: RequestRow;
  timeZone: string;
  unsaved: string | null;
}) {
  const by = noted_by === null ? "" : ` by ${onOneLine(noted_by)}`;
  const saved = noted_at === null ? "" : ` Saved${by}, ${formatMinute(noted_at, timeZone)}.`;
  return (
    <form className="request-details-note" method="post">
      {unsaved !== null && (
        <div role="alert">
          <strong>Somebody else has changed the note, so yours is not saved yet. Theirs:</strong>
          <p className="request-details-other" translate="no" dir="auto">
            {note ?? "(removed)"}
          </p>
        </div>
      )}
      <Field
        id="note"
        label={unsaved === null ? "Note" : "Your note"}
        optional={false}
        hint={`For colleagues, never sent to the visitor.${saved}`}
      >
        {(control) => (
          <textarea
            {...control}
            name={DESK_FIELD.note}
            rows={2}
            maxLength={MAX_NOTE}
            defaultValue={unsaved ?? note ?? ""}
            dir="auto"
          />
        )}
      </Field>
      {/* Prevents overwriting a note that was saved after this page was loaded. */}
      <input type="hidden" name={DESK_FIELD.readAt} value={noted_at ?? ""} />
      <Button type="submit" name={DESK_FIELD.action} value={DESK_ACTION.note}>
        Save note
      </Button>
    </form>
  );
}
