import { DESK_QUERY, SPAM_ONLY } from "../../../contract/desk-form.ts";
import { DESK_PATH } from "../../../contract/routes.ts";
import type { Selection } from "../../../contract/server-page-content.ts";
import { isTimestamp } from "../../store/rows.ts";

/** `until` excludes requests that were stored after the colleague opened the first page. */
export type DeskQuery = { selection: Selection; page: number; until: string | null };

export function readQuery(query: string): DeskQuery {
  const given = new URLSearchParams(query);
  const page = given.get(DESK_QUERY.page) ?? "";
  const until = given.get(DESK_QUERY.until) ?? "";
  return {
    selection: readSelection(given),
    until: isTimestamp(until) ? until : null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
  };
}

function readSelection(given: URLSearchParams): Selection {
  const email = given.get(DESK_QUERY.email)?.trim() ?? "";
  if (email !== "") return { kind: "email", text: email };
  const search = given.get(DESK_QUERY.search)?.trim() ?? "";
  if (search !== "") return { kind: "search", text: search };
  return { kind: given.get(DESK_QUERY.spam) === SPAM_ONLY ? "spam" : "requests" };
}

export function writeQuery({ selection, page, until }: DeskQuery): string {
  const query = new URLSearchParams();
  if (selection.kind === "spam") query.set(DESK_QUERY.spam, SPAM_ONLY);
  if (selection.kind === "search") query.set(DESK_QUERY.search, selection.text);
  if (selection.kind === "email") query.set(DESK_QUERY.email, selection.text);
  if (until !== null) query.set(DESK_QUERY.until, until);
  if (page > 1) query.set(DESK_QUERY.page, String(page));
  return query.toString();
}

export function listLink(query: DeskQuery): string {
  const written = writeQuery(query);
  return written === "" ? DESK_PATH : `${DESK_PATH}?${written}`;
}
