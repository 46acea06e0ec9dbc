import { LIST_ACTION, type ListAction } from "../../../contract/desk-form.ts";
import {
  DESK_QUERY,
  SPAM_ONLY,
  type DeskQuery,
  type Selection,
} from "../../../contract/desk-links.ts";
import type { ListChangeResult } from "../../../contract/server-page-content.ts";
import { isTimestamp } from "../../store/rows.ts";

export function readQuery(query: string): DeskQuery {
  const given = new URLSearchParams(query);
  const seen = given.get(DESK_QUERY.seen) ?? "";
  return {
    selection: readSelection(given),
    seen: isTimestamp(seen) ? seen : null,
    page: readCount(given.get(DESK_QUERY.page)) || 1,
  };
}

function readSelection(given: URLSearchParams): Selection {
  const email = given.get(DESK_QUERY.email)?.trim() ?? "";
  if (email !== "") return { kind: "email", text: email };
  const search = given.get(DESK_QUERY.search)?.trim() ?? "";
  if (search !== "") return { kind: "search", text: search };
  return { kind: given.get(DESK_QUERY.spam) === SPAM_ONLY ? "spam" : "requests" };
}

/** Reads what `writeResult` has written. Returns null for any other query. */
export function readResult(query: string): ListChangeResult | null {
  const given = new URLSearchParams(query);
  const action = readListAction(given.get(DESK_QUERY.done));
  const changed = readCount(given.get(DESK_QUERY.changed));
  const left = readCount(given.get(DESK_QUERY.left));
  return action && { action, changed, left };
}

export function writeResult({ action, changed, left }: ListChangeResult): string {
  return new URLSearchParams({
    [DESK_QUERY.done]: LIST_ACTION[action],
    [DESK_QUERY.changed]: String(changed),
    [DESK_QUERY.left]: String(left),
  }).toString();
}

export function readListAction(given: string | null): ListAction | null {
  const actions = Object.keys(LIST_ACTION) as ListAction[];
  return actions.find((action) => LIST_ACTION[action] === given) ?? null;
}

/** Reads a count of at most six digits, and anything else as 0. */
export function readCount(given: string | null): number {
  return /^\d{1,6}$/.test(given ?? "") ? Number(given) : 0;
}
