import { DESK_ACTION, DESK_FIELD } from "../../contract/desk-form.ts";
import type { ListEntry, ListGroup } from "../../contract/server-page-content.ts";
import { formatMinute } from "../../domain/format-time.ts";
import { describeState, type RequestState } from "../../domain/request-state.ts";
import { Button } from "../ui/Button.tsx";

/** "Not spam" buttons return to the list with this `query`. */
type ListProps = { query: string; timeZone: string };

const HEADINGS: Record<ListGroup["kind"], string | null> = {
  waiting: "Waiting for a reply",
  suspected: "Looks like spam, this week",
  replied: "Replied",
  found: null,
  handled: "With a reply or a note",
  others: "Others",
};

export function RequestGroups({ groups, ...list }: ListProps & { groups: ListGroup[] }) {
  return groups.map(({ kind, count, entries }) => (
    <section key={kind} className="request-rows-group">
      {HEADINGS[kind] && (
        <h2>
          {HEADINGS[kind]} ({count})
        </h2>
      )}
      <RequestRows entries={entries} {...list} />
    </section>
  ));
}

function RequestRows({ entries, query, timeZone }: ListProps & { entries: ListEntry[] }) {
  return (
    <ul className="request-rows card">
      {entries.map(({ link, reference, storedAt, from, state, excerpt, note }) => (
        <li key={link}>
          <a className="pressable" href={link}>
            <span className={isOverdue(state) ? "request-rows-overdue" : "request-rows-state"}>
              {describeState(state, timeZone)}
            </span>
            <span className="request-rows-from">
              <strong translate="no" dir="auto">
                {from}
              </strong>
              {excerpt && (
                <span className="request-rows-excerpt" translate="no" dir="auto">
                  {excerpt}
                </span>
              )}
              <small>
                <span translate="no">{reference}</span>, received {formatMinute(storedAt, timeZone)}
              </small>
              {note && (
                <span>
                  Note: <bdi translate="no">{note}</bdi>
                </span>
              )}
            </span>
          </a>
          {state.kind === "spam" && (
            <form method="post" action={link}>
              <input type="hidden" name={DESK_FIELD.query} value={query} />
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
      ))}
    </ul>
  );
}

function isOverdue(state: RequestState): boolean {
  return state.kind === "waiting" && state.isOverdue;
}
