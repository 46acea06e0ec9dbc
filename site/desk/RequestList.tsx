import { DESK_QUERY, SPAM_ONLY } from "../../contract/desk-form.ts";
import { DESK_PATH } from "../../contract/routes.ts";
import type {
  ListGroup,
  RequestListContent,
  Selection,
} from "../../contract/server-page-content.ts";
import { describeFailing } from "../../domain/channels.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { RequestRows } from "./RequestRows.tsx";

export function RequestList(content: RequestListContent) {
  const { selection, query, timeZone, spamCount, groups, failing, previous, next } = content;
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
      <p className="request-list-hint">
        {ORDERS[selection.kind]} Times are in {timeZone}.
      </p>
      {groups.map((group) => (
        <Group key={group.kind} group={group} query={query} timeZone={timeZone} />
      ))}
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

const ERASE_MANY =
  "To erase many at once, run “requests erase --spam” or “requests erase WORDS” on the server (docs/operations.md).";

const ORDERS: Record<Selection["kind"], string> = {
  requests: "Sorted by due date.",
  spam: `Newest first. Senders saw the normal confirmation. ${ERASE_MANY}`,
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

const GROUPS: Record<ListGroup["kind"], string | null> = {
  waiting: "Waiting for a reply",
  suspected: "Looks like spam, this week",
  replied: "Replied",
  found: null,
};

function Group({ group, query, timeZone }: { group: ListGroup; query: string; timeZone: string }) {
  const { kind, count, entries } = group;
  const heading = GROUPS[kind];
  return (
    <section className="request-list-group">
      {heading && (
        <h2>
          {heading} ({count})
        </h2>
      )}
      {kind === "suspected" && <p className="request-list-hint">{ERASE_MANY}</p>}
      <RequestRows entries={entries} query={query} timeZone={timeZone} />
    </section>
  );
}
