import { DESK_ACTION, DESK_FIELD } from "../../contract/desk-form.ts";
import { requestLink, writeQuery, type DeskQuery } from "../../contract/desk-links.ts";
import type { RequestGroup } from "../../contract/server-page-content.ts";
import { onOneLine } from "../../domain/escape-controls.ts";
import { definitionOf, FIELDS } from "../../domain/fields.ts";
import { formatMinute } from "../../domain/format-time.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { RequestRow } from "../../domain/request-row.ts";
import { describeState, stateOf } from "../../domain/request-state.ts";
import { Button } from "../ui/Button.tsx";
import { TimeText } from "./TimeText.tsx";

/** "Not spam" buttons return to the list with this `query`. */
type ListProps = { query: DeskQuery; now: number; timeZone: string };

export const GROUP_NAMES: Record<RequestGroup["kind"], string | null> = {
  waiting: "Waiting for a reply",
  suspected: "Looks like spam, this week",
  replied: "Replied",
  found: null,
  handled: "With a reply or a note",
  others: "Others",
};

export function RequestGroups({ groups, ...list }: ListProps & { groups: RequestGroup[] }) {
  return groups
    .filter(({ rows }) => rows.length > 0)
    .map(({ kind, count, rows }) => (
      <section key={kind} className="request-rows-group">
        {GROUP_NAMES[kind] && (
          <h2 id={kind}>
            {GROUP_NAMES[kind]} ({count})
          </h2>
        )}
        <ul className="request-rows card">
          {rows.map((row) => (
            <Row key={row.id} row={row} {...list} />
          ))}
        </ul>
      </section>
    ));
}

function Row({ row, query, now, timeZone }: ListProps & { row: RequestRow }) {
  const state = stateOf(row, now);
  const isOverdue = state.kind === "waiting" && state.isOverdue;
  const text = firstLineOf(row);
  const reference = referenceOf(row.id);
  return (
    <li>
      <a className="pressable" href={requestLink(row)}>
        <span className={isOverdue ? "request-rows-overdue" : undefined}>
          <TimeText text={describeState(state, timeZone)} />
        </span>
        <span className="request-rows-from">
          <strong translate="no" dir="auto">
            {senderOf(row)}
          </strong>
          {text && (
            <span className="request-rows-text" translate="no" dir="auto">
              {text}
            </span>
          )}
          <small>
            <span translate="no">{reference}</span>
            <TimeText text={`, received ${formatMinute(row.created_at, timeZone)}`} />
          </small>
          {row.note && (
            <span>
              Note: <bdi translate="no">{onOneLine(row.note)}</bdi>
            </span>
          )}
        </span>
      </a>
      {state.kind === "spam" && (
        <form method="post" action={requestLink(row)}>
          <input type="hidden" name={DESK_FIELD.query} value={writeQuery(query)} />
          <Button
            type="submit"
            name={DESK_FIELD.action}
            value={DESK_ACTION.notSpam}
            aria-label={`Not spam: ${reference}`}
          >
            Not spam
          </Button>
        </form>
      )}
    </li>
  );
}

/** Skips empty values, because either field may be, or may have been, optional. */
export function senderOf({ full_name, company }: RequestRow): string {
  return onOneLine([full_name, company].filter(Boolean).join(", "));
}

const FREE_TEXTS = FIELDS.filter((field) => definitionOf(field).control === "textarea");

/** In characters: more than a wide screen shows. */
const LINE_LENGTH = 200;

/** Returns the first line of the first free text. */
function firstLineOf(row: RequestRow): string {
  const text = FREE_TEXTS.map((field) => String(row[field] ?? "").trim()).find(Boolean) ?? "";
  const [line = ""] = text.split("\n", 1);
  return onOneLine(Array.from(line).slice(0, LINE_LENGTH).join(""));
}
