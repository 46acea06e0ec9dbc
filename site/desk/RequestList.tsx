import {
  DESK_QUERY,
  exportLink,
  listLink,
  SPAM_LINK,
  type DeskQuery,
  type Selection,
} from "../../contract/desk-links.ts";
import { DESK_PATH } from "../../contract/routes.ts";
import type { RequestGroup, RequestListContent } from "../../contract/server-page-content.ts";
import { describeFailing } from "../../domain/channels.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { Field } from "../ui/Field.tsx";
import { describeResult, ListChangeForm } from "./ListChange.tsx";
import { GROUP_NAMES, RequestGroups } from "./RequestRows.tsx";

export function RequestList(content: RequestListContent) {
  const { query, now, timeZone, spamCount, groups, changes, done, failing } = content;
  const { selection, page } = query;
  const isMain = selection.kind === "requests";
  const filled = groups.filter(({ count }) => count > 0);
  const hasManyWaiting = groups.some(({ kind, count }) => kind === "waiting" && count > FEW);
  return (
    <>
      <div className="request-list-head">
        <h1 className="desk-heading">{headingOf(selection)}</h1>
        <nav className="request-list-links" aria-label="Desk">
          {!isMain && <ButtonLink href={DESK_PATH}>All requests</ButtonLink>}
          {selection.kind !== "spam" && (
            <ButtonLink href={SPAM_LINK}>All spam ({spamCount})</ButtonLink>
          )}
          {isMain && (
            <ButtonLink href={exportLink(query)} download>
              Export as CSV
            </ButtonLink>
          )}
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
      {done && (
        <p className="request-list-done" role="status">
          {describeResult(done)}
        </p>
      )}
      <div className="request-list-order">
        <p className="request-list-hint">
          {ORDERS[selection.kind]} Times are in {timeZone}.
        </p>
        {hasManyWaiting && filled.length > 1 && (
          <nav className="request-list-links" aria-label="Groups">
            {filled
              .filter(({ kind }) => kind !== "waiting")
              .map((group) => (
                <ButtonLink key={group.kind} href={groupLink(query, group)}>
                  {GROUP_NAMES[group.kind]} ({group.count})
                </ButtonLink>
              ))}
          </nav>
        )}
        {filled.length > 0 && !isMain && (
          <div className="request-list-links">
            {changes.map((change) => (
              <ListChangeForm key={change.action} {...change} query={query} />
            ))}
            <ButtonLink href={exportLink(query)} download>
              Export these {filled[0]?.count}
            </ButtonLink>
          </div>
        )}
      </div>
      <RequestGroups groups={groups} query={query} now={now} timeZone={timeZone} />
      {filled.length === 0 && <p>{emptyText(selection)}</p>}
      {(page > 1 || content.hasMore) && (
        <nav className="request-list-links" aria-label="Pages">
          {page > 1 && (
            <ButtonLink href={listLink({ ...query, page: page - 1 })} rel="prev">
              Previous
            </ButtonLink>
          )}
          {content.hasMore && (
            <ButtonLink href={listLink({ ...query, page: page + 1 })} rel="next">
              Next
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

/** So many waiting requests leave the next group in view. */
const FEW = 4;

function groupLink(query: DeskQuery, { kind, page }: RequestGroup): string {
  return `${page === query.page ? "" : listLink({ ...query, page })}#${kind}`;
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
      return `Search: ${selection.text}`;
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
