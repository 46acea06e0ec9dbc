import { DESK_FIELD } from "../../contract/desk-form.ts";
import { DESK_PATH } from "../../contract/routes.ts";
import type {
  BulkConfirmation,
  BulkResult,
  RequestListContent,
} from "../../contract/server-page-content.ts";
import { Button, ButtonLink } from "../ui/Button.tsx";
import { RequestRows } from "./RequestRows.tsx";

type Changes = RequestListContent["bulkChanges"];

export function BulkChanges({ changes, query }: { changes: Changes; query: string }) {
  if (changes.length === 0) return null;
  return (
    <form className="request-list-links" method="post" action={DESK_PATH}>
      <input type="hidden" name={DESK_FIELD.list} value={query} />
      {changes.map(({ action, count }) => (
        <Button key={action} type="submit" name={DESK_FIELD.action} value={action}>
          {action === "erase" ? `Erase ${count}` : `Mark ${count} waiting as spam`}
        </Button>
      ))}
    </form>
  );
}

export function ConfirmBulkChange(content: BulkConfirmation) {
  const { action, count, selection, hasChanged, first, query, countedAt, counted, back } = content;
  if (count === 0) {
    return (
      <>
        <h1>Nothing to {action === "erase" ? "erase" : "mark as spam"}</h1>
        <p>No request matches any more.</p>
        <ButtonLink href={DESK_PATH}>All requests</ButtonLink>
      </>
    );
  }
  const requests = count === 1 ? "1 request" : `${count} requests`;
  return (
    <>
      <h1>{action === "erase" ? `Erase ${requests}?` : `Mark ${requests} as spam?`}</h1>
      {hasChanged && (
        <p role="alert">
          <strong>The requests have changed since you were asked. Nothing was changed yet.</strong>
        </p>
      )}
      <p>
        {describe(selection)}{" "}
        {action === "erase"
          ? "This cannot be undone. Exports, backups and notifications keep their copies."
          : "Senders are not notified, and “Not spam” undoes it for each request."}
      </p>
      <form className="request-list-links" method="post" action={DESK_PATH}>
        <input type="hidden" name={DESK_FIELD.list} value={query} />
        <input type="hidden" name={DESK_FIELD.countedAt} value={countedAt} />
        <input type="hidden" name={DESK_FIELD.counted} value={counted} />
        <Button variant="action" type="submit" name={DESK_FIELD.action} value={action}>
          {action === "erase" ? `Erase ${count} permanently` : `Mark ${count} as spam`}
        </Button>
        <ButtonLink href={back}>Cancel</ButtonLink>
      </form>
      <section className="request-list-group">
        <h2>{first.length < count ? `The first ${first.length} of ${count}` : "All of them"}</h2>
        <RequestRows entries={first} />
      </section>
    </>
  );
}

function describe(selection: BulkConfirmation["selection"]): string {
  if (selection.kind === "search") return `Found by “${selection.text}”.`;
  return selection.kind === "email" ? `From ${selection.text}.` : "All spam.";
}

export function BulkChanged({ action, changed, skipped }: BulkResult) {
  const requests = changed === 1 ? "1 request" : `${changed} requests`;
  return (
    <>
      <h1>{action === "erase" ? `${requests} erased` : `${requests} marked as spam`}</h1>
      {skipped > 0 && (
        <p>
          {skipped === 1 ? "1 other was" : `${skipped} others were`} left as{" "}
          {skipped === 1 ? "it is" : "they are"}: a colleague has changed{" "}
          {skipped === 1 ? "it" : "them"} meanwhile.
        </p>
      )}
      <ButtonLink href={DESK_PATH}>All requests</ButtonLink>
    </>
  );
}
