import { DESK_ACTION, DESK_FIELD } from "../../contract/desk-form.ts";
import type { ListEntry } from "../../contract/server-page-content.ts";
import { describeState, type RequestState } from "../../domain/request-state.ts";
import { formatMinute } from "../../domain/requirement-text.ts";
import { Button } from "../ui/Button.tsx";

/** "Not spam" buttons return to the list with this `query`. */
export function RequestRows({
  entries,
  query,
  timeZone,
}: {
  entries: ListEntry[];
  query: string;
  timeZone: string;
}) {
  return (
    <ul className="request-rows card">
      {entries.map(({ link, reference, storedAt, from, state, note }) => (
        <li key={link}>
          <a className="pressable" href={link}>
            <span className={isOverdue(state) ? "request-rows-overdue" : "request-rows-state"}>
              {describeState(state, timeZone)}
            </span>
            <span className="request-rows-from">
              <strong translate="no" dir="auto">
                {from}
              </strong>
              <small>
                <span translate="no">{reference}</span>, received {formatMinute(storedAt, timeZone)}
              </small>
              {note && (
                <span translate="no" dir="auto">
                  {note}
                </span>
              )}
            </span>
          </a>
          {state.kind === "spam" && (
            <form method="post" action={link}>
              <input type="hidden" name={DESK_FIELD.list} value={query} />
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
