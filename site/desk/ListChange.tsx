import { DESK_FIELD, LIST_ACTION, type ListAction } from "../../contract/desk-form.ts";
import { DESK_PATH } from "../../contract/routes.ts";
import type { ConfirmationContent, ListChange } from "../../contract/server-page-content.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { RequestGroups } from "./RequestRows.tsx";

const WORDS: Record<ListAction, { verb: string; suffix: string; explanation: string }> = {
  spam: {
    verb: "Mark",
    suffix: " as spam",
    explanation: "They are not announced any more. You can mark each as not spam again.",
  },
  erase: {
    verb: "Erase",
    suffix: "",
    explanation: "This cannot be undone. Exports, backups and notifications keep their copies.",
  },
};

/** Asks for confirmation of a change. */
export function Confirmation({ change, timeZone, groups, listLink }: ConfirmationContent) {
  const { verb, suffix, explanation } = WORDS[change.action];
  const requests = change.count === 1 ? "1 request" : `${change.count} requests`;
  return (
    <>
      <h1>
        {verb} {requests}
        {suffix}?
      </h1>
      <p>{explanation}</p>
      <div className="list-change-buttons">
        <ListChangeForm change={change} isConfirmed />
        <ButtonLink href={listLink}>Back to the list</ButtonLink>
      </div>
      <RequestGroups groups={groups} query={change.query} timeZone={timeZone} />
      {groups.some(({ count, entries }) => count > entries.length) && (
        <p>More are on the pages of the list.</p>
      )}
    </>
  );
}

export function ListChangeForm({
  change: { action, count, query, checksum },
  isConfirmed,
}: {
  change: ListChange;
  isConfirmed: boolean;
}) {
  const { verb, suffix } = WORDS[action];
  return (
    <form method="post" action={DESK_PATH}>
      <input type="hidden" name={DESK_FIELD.query} value={query} />
      <input type="hidden" name={DESK_FIELD.checksum} value={checksum} />
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
