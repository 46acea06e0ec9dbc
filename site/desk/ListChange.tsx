import { DESK_FIELD, LIST_ACTION, type ListAction } from "../../contract/desk-form.ts";
import { listLink, writeQuery, type DeskQuery } from "../../contract/desk-links.ts";
import { DESK_PATH } from "../../contract/routes.ts";
import type { ConfirmationContent, ListChangeResult } from "../../contract/server-page-content.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { RequestGroups } from "./RequestRows.tsx";

const WORDS: Record<
  ListAction,
  { verb: string; past: string; suffix: string; explanation: string }
> = {
  spam: {
    verb: "Mark",
    past: "Marked",
    suffix: " as spam",
    explanation: "They are not announced any more. You can mark each as not spam again.",
  },
  erase: {
    verb: "Erase",
    past: "Erased",
    suffix: "",
    explanation: "This cannot be undone. Exports, backups and notifications keep their copies.",
  },
};

/** Asks for confirmation of a change. */
export function ListChangeConfirmation({
  action,
  count,
  query,
  groups,
  now,
  timeZone,
}: ConfirmationContent) {
  const { verb, suffix, explanation } = WORDS[action];
  return (
    <>
      <h1 className="desk-heading">
        {verb} {countRequests(count)}
        {suffix}?
      </h1>
      <p>{explanation} Requests that arrive or change in the meantime are left.</p>
      <div className="list-change-buttons">
        <ListChangeForm action={action} count={count} query={query} isConfirmed />
        <ButtonLink href={listLink(query)}>Back to the list</ButtonLink>
      </div>
      <p className="request-list-hint">Times are in {timeZone}.</p>
      <RequestGroups groups={groups} query={query} now={now} timeZone={timeZone} />
      {groups.some((group) => group.count > group.rows.length) && (
        <p>More are on the pages of the list.</p>
      )}
    </>
  );
}

export function ListChangeForm({
  action,
  count,
  query,
  isConfirmed = false,
}: {
  action: ListAction;
  count: number;
  query: DeskQuery;
  isConfirmed?: boolean;
}) {
  const { verb, suffix } = WORDS[action];
  return (
    <form method="post" action={DESK_PATH}>
      <input type="hidden" name={DESK_FIELD.query} value={writeQuery(query)} />
      <input type="hidden" name={DESK_FIELD.count} value={count} />
      {isConfirmed && <input type="hidden" name={DESK_FIELD.confirmed} value="yes" />}
      <Button
        type="submit"
        variant={isConfirmed ? "action" : "quiet"}
        name={DESK_FIELD.action}
        value={LIST_ACTION[action]}
      >
        {verb} all {count}
        {suffix}
      </Button>
    </form>
  );
}

export function describeResult({ action, changed, left }: ListChangeResult): string {
  const { past, suffix } = WORDS[action];
  const done = `${past} ${countRequests(changed)}${suffix}.`;
  if (left === 0) return done;
  const others =
    left === 1 ? "1 other was left, because it" : `${left} others were left, because they`;
  return `${done} ${others} arrived, changed or disappeared in the meantime.`;
}

function countRequests(count: number): string {
  return count === 1 ? "1 request" : `${count} requests`;
}
