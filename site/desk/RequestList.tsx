import { DESK_QUERY, SPAM_ONLY } from "../../contract/desk-form.ts";
import { DESK_PATH } from "../../contract/routes.ts";
import type { ListEntry, RequestListContent } from "../../contract/server-page-content.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";

export function RequestList(content: RequestListContent) {
  const { isSpam, search, timeZone, spamCount, entries, failures, previous, next } = content;
  return (
    <>
      <div className="request-list-head">
        <h1>{isSpam ? "Spam" : "Requests"}</h1>
        <nav className="request-list-links" aria-label="Desk">
          {isSpam ? (
            <ButtonLink href={DESK_PATH}>Requests</ButtonLink>
          ) : (
            <ButtonLink href={`${DESK_PATH}?${DESK_QUERY.spam}=${SPAM_ONLY}`}>
              Spam ({spamCount})
            </ButtonLink>
          )}
          <ButtonLink href={`${DESK_PATH}/export.csv`} download>
            Export as CSV
          </ButtonLink>
        </nav>
      </div>
      {failures.map((failure) => (
        <p key={failure} className="request-list-failure">
          {failure}
        </p>
      ))}
      <form className="request-list-search" role="search">
        {isSpam && <input type="hidden" name={DESK_QUERY.spam} value={SPAM_ONLY} />}
        <Field
          id="search"
          label="Search"
          optional={false}
          hint="In every field, reference and note."
        >
          {(control) => (
            <input {...control} type="search" name={DESK_QUERY.search} defaultValue={search} />
          )}
        </Field>
        <Button type="submit">Search</Button>
      </form>
      <p className="request-list-order">
        {isSpam
          ? "Visitors read that these were received. The newest are first."
          : "What is due next is first."}{" "}
        Times are in {timeZone}.
      </p>
      {entries.length > 0 ? (
        <RequestRows entries={entries} />
      ) : (
        <p>{search === "" ? "No requests." : `No request has “${search}”.`}</p>
      )}
      {(previous ?? next) && (
        <nav className="request-list-links" aria-label="Pages">
          {previous && (
            <ButtonLink href={previous} rel="prev">
              Previous
            </ButtonLink>
          )}
          {next && (
            <ButtonLink href={next} rel="next">
              Next
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

function RequestRows({ entries }: { entries: ListEntry[] }) {
  return (
    <ul className="request-list-rows card">
      {entries.map(({ link, reference, storedAt, from, state, isOverdue, note }) => (
        <li key={link}>
          <a href={link}>
            <span className={isOverdue ? "request-list-overdue" : "request-list-state"}>
              {state}
            </span>
            <span className="request-list-from">
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
        </li>
      ))}
    </ul>
  );
}
