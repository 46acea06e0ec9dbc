import { DESK_PATH } from "./routes.ts";

/** The requests of one list. Searches and email lists include spam. */
export type Selection = { kind: "requests" | "spam" } | { kind: "search" | "email"; text: string };

/** All pages of a list have the same `seen`, the time at which a colleague opened it. They omit later requests. */
export type DeskQuery = { selection: Selection; page: number; seen: string | null };

export const DESK_QUERY = {
  search: "q",
  spam: "spam",
  email: "email",
  seen: "seen",
  page: "page",
  /** Result of a change of a whole list: a `LIST_ACTION`, and how many requests it changed and left. */
  done: "done",
  changed: "changed",
  left: "left",
} as const;

export const SPAM_ONLY = "1";

const FIRST_PAGE = { page: 1, seen: null };

export const SPAM_LINK = listLink({ selection: { kind: "spam" }, ...FIRST_PAGE });

export function emailLink(email: string): string {
  return listLink({ selection: { kind: "email", text: email }, ...FIRST_PAGE });
}

export function requestLink({ id }: { id: string }): string {
  return `${DESK_PATH}/${id}`;
}

export function listLink(query: DeskQuery): string {
  return withQuery(DESK_PATH, writeQuery(query));
}

/** Exports all pages of the list. */
export function exportLink(query: DeskQuery): string {
  return withQuery(`${DESK_PATH}/export.csv`, writeQuery({ ...query, page: 1 }));
}

export function writeQuery({ selection, page, seen }: DeskQuery): string {
  return [
    toSelectionParameter(selection),
    seen === null ? "" : toParameter(DESK_QUERY.seen, seen),
    page === 1 ? "" : toParameter(DESK_QUERY.page, String(page)),
  ]
    .filter(Boolean)
    .join("&");
}

function toSelectionParameter(selection: Selection): string {
  switch (selection.kind) {
    case "requests":
      return "";
    case "spam":
      return toParameter(DESK_QUERY.spam, SPAM_ONLY);
    case "search":
    case "email":
      return toParameter(DESK_QUERY[selection.kind], selection.text);
  }
}

function toParameter(name: string, value: string): string {
  return `${name}=${encodeURIComponent(value)}`;
}

function withQuery(path: string, query: string): string {
  return query === "" ? path : `${path}?${query}`;
}
