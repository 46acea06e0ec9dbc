import { DESK_QUERY, SPAM_ONLY } from "../../contract/desk-form.ts";
import { DESK_PATH } from "../../contract/routes.ts";
import type { RequestListContent, Selection } from "../../contract/server-page-content.ts";
import { describeFailing } from "../../domain/channels.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { ListChangeForm } from "./ListChange.tsx";
import { RequestGroups } from "./RequestRows.tsx";

export function RequestList(content: RequestListContent) {
  const { selection, query, timeZone, spamCount, groups, failing, previous, next } = content;
  const { change, hasChanged } = content;
  return (
    <>
      <div className="request-list-head">
        <h1>{headingOf(selection)}</h1>
        <nav className="request-list-links" aria-label="Desk">
          {selection.kind !== "requests" && <ButtonLink href={DESK_PATH}>All requests</ButtonLink>}
          {selection.kind !== "spam" && (
            <ButtonLink href={`${DESK_PATH}?${DESK_QUERY.spam}=${SPAM_ONLY}`}>
              All spam ({spamCount})
            </ButtonLink>
          )}
          <ButtonLink href={`${DESK_PATH}/export.csv`} download>
            Export as CSV
          </ButtonLink>
        </nav>
      </div>
      {failing.map((each) => (
        <p key={each.channel} className="request-list-failure">
          {describeFailing(each, timeZone)}
        </p>
      ))}
      <form className="request-list-search" role="search">
        <Field
          id="search"
          label="Search"
          optional={false}
          hint="In every field, reference and note, spam included."
        >
          {(control) => (
            <input
              {...control}
              type="search"
              name={DESK_QUERY.search}
              defaultValue={selection.kind === "search" ? selection.text : ""}
            />
          )}
        </Field>
        <Button type="submit">Search</Button>
      </form>
      {hasChanged && (
        <p className="request-list-failure" role="alert">
          The list has changed in the meantime, so nothing was done. This is the new list.
        </p>
      )}
      <div className="request-list-order">
        <p className="request-list-hint">
          {ORDERS[selection.kind]} Times are in {timeZone}.
        </p>
        {change && <ListChangeForm change={change} isConfirmed={false} />}
      </div>
      <RequestGroups groups={groups} query={query} timeZone={timeZone} />
      {groups.length === 0 && <p>{emptyText(selection)}</p>}
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

const ORDERS: Record<Selection["kind"], string> = {
  requests: "Sorted by due date.",
  spam: "Newest first. Senders saw the normal confirmation.",
  search: "Waiting requests by due date, then the others, newest first.",
  email: "Waiting requests by due date, then the others, newest first.",
};

function headingOf(selection: Selection): string {
  switch (selection.kind) {
    case "requests":
      return "Requests";
    case "spam":
      return "Spam";
    case "search":
      return "Search";
    case "email":
      return `From ${selection.text}`;
  }
}

function emptyText(selection: Selection): string {
  switch (selection.kind) {
    case "requests":
      return "No requests.";
    case "spam":
      return "No spam.";
    case "search":
      return `No request contains “${selection.text}”.`;
    case "email":
      return `There is no request from ${selection.text}.`;
  }
}
