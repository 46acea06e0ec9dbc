import { DESK_ACTION, DESK_FIELD } from "../../contract/desk-form.ts";
import type { ListEntry } from "../../contract/server-page-content.ts";
import { Button } from "../ui/Button.tsx";

/** "Not spam" buttons return to the list with this `query`. */
export function RequestRows({ entries, query }: { entries: ListEntry[]; query: string }) {
  return (
    <ul className="request-rows card">
      {entries.map(({ link, reference, storedAt, from, state, isOverdue, isSpam, note }) => (
        <li key={link}>
          <a className="pressable" href={link}>
            <span className={isOverdue ? "request-rows-overdue" : "request-rows-state"}>
              {state}
            </span>
            <span className="request-rows-from">
              <strong translate="no" dir="auto">
                {from}
              </strong>
              <small>
                <span translate="no">{reference}</span>, received {storedAt}
              </small>
              {note && (
                <span translate="no" dir="auto">
                  {note}
                </span>
              )}
            </span>
          </a>
          {isSpam && (
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
