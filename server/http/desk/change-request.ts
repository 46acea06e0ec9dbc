import { DESK_ACTION, DESK_FIELD, MAX_NOTE } from "../../../contract/desk-form.ts";
import { listLink, requestLink } from "../../../contract/desk-links.ts";
import { DESK_PATH } from "../../../contract/routes.ts";
import { withLineFeeds } from "../../../domain/escape-controls.ts";
import type { RequestRow } from "../../../domain/request-row.ts";
import type { RequestStore } from "../../store/store.ts";
import { HttpError } from "../http-error.ts";
import { readQuery } from "./desk-query.ts";

type Outcome =
  /** `next` is the URL of the page to show. */
  | { kind: "changed"; next: string }
  | { kind: "unknown-action" }
  /** A colleague saved another note in the meantime. */
  | { kind: "note-conflict"; unsaved: string };

export async function changeRequest(
  store: RequestStore,
  { id }: RequestRow,
  form: URLSearchParams,
  colleague: string | null,
): Promise<Outcome> {
  const query = form.get(DESK_FIELD.query);
  const next = query === null ? requestLink({ id }) : listLink(readQuery(query));
  switch (form.get(DESK_FIELD.action) ?? "") {
    case DESK_ACTION.replied:
      await store.markReplied(id, colleague);
      return { kind: "changed", next };
    case DESK_ACTION.unreplied:
      await store.markUnreplied(id);
      return { kind: "changed", next };
    case DESK_ACTION.spam:
      await store.markSpam(id);
      return { kind: "changed", next };
    case DESK_ACTION.notSpam:
      await store.markNotSpam(id);
      return { kind: "changed", next };
    case DESK_ACTION.note: {
      const text = withLineFeeds(form.get(DESK_FIELD.note) ?? "").trim();
      if (text.length > MAX_NOTE) throw new HttpError(413, "Note too long");
      const note = { text: text || null, by: colleague };
      const isSaved = await store.setNote(id, note, form.get(DESK_FIELD.readAt) || null);
      return isSaved ? { kind: "changed", next } : { kind: "note-conflict", unsaved: text };
    }
    case DESK_ACTION.erase:
      await store.erase({ id });
      return { kind: "changed", next: DESK_PATH };
    default:
      return { kind: "unknown-action" };
  }
}
