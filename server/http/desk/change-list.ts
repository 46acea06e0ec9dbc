import { createHash } from "node:crypto";

import { DESK_FIELD, LIST_ACTION, type ListAction } from "../../../contract/desk-form.ts";
import type { ListChange, Selection } from "../../../contract/server-page-content.ts";
import type { RequestFilter } from "../../store/request-filter.ts";
import { toPatterns } from "../../store/search.ts";
import type { RequestStore } from "../../store/store.ts";
import { listLink, readQuery, writeQuery, type DeskQuery } from "./desk-query.ts";

export type DeskList = {
  /** If the list can be changed, `until` is set, so that all pages list the same requests. */
  query: DeskQuery;
  filter: RequestFilter;
  terms: RegExp[];
  states: string[];
  /** Null if the list offers no change of all its requests, or is empty. */
  change: ListChange | null;
};

type Outcome =
  /** `next` is the URL of the page to show. */
  | { kind: "changed"; next: string }
  | { kind: "unconfirmed"; list: DeskList; change: ListChange }
  /** The list is not the one that the colleague saw, so nothing was changed. */
  | { kind: "list-changed"; current: DeskQuery }
  | { kind: "unknown-action" };

const ACTIONS: Record<Selection["kind"], ListAction | null> = {
  requests: null,
  email: null,
  search: "spam",
  spam: "erase",
};

export async function readDeskList(store: RequestStore, query: DeskQuery): Promise<DeskList> {
  const { selection, until } = query;
  const terms = selection.kind === "search" ? toPatterns(selection.text) : [];
  const filter = await toFilter(store, query, terms);
  const action = ACTIONS[selection.kind];
  if (action === null) return { query, filter, terms, states: [], change: null };
  const { states, newest } = await store.readSnapshot(filter);
  const complete = { ...query, until: until ?? newest };
  const change = {
    action,
    count: states.length,
    query: writeQuery({ ...complete, page: 1 }),
    checksum: createHash("sha256").update(JSON.stringify(states)).digest("hex"),
  };
  return { query: complete, filter, terms, states, change: states.length > 0 ? change : null };
}

async function toFilter(
  store: RequestStore,
  { selection, until }: DeskQuery,
  terms: readonly RegExp[],
): Promise<RequestFilter> {
  const stored = until === null ? {} : { storedUntil: until };
  switch (selection.kind) {
    case "requests":
      return { isSpam: false };
    case "spam":
      return { isSpam: true, ...stored };
    case "search":
      return { ids: await store.search(stored, terms) };
    case "email":
      return { email: selection.text };
  }
}

export async function changeList(store: RequestStore, form: URLSearchParams): Promise<Outcome> {
  const query = readQuery(form.get(DESK_FIELD.query) ?? "");
  const action = ACTIONS[query.selection.kind];
  if (action === null || form.get(DESK_FIELD.action) !== LIST_ACTION[action]) {
    return { kind: "unknown-action" };
  }
  const current = { selection: query.selection, page: 1, until: null };
  const list = await readDeskList(store, query);
  const { change, filter, states } = list;
  if (change === null || change.checksum !== form.get(DESK_FIELD.checksum)) {
    return { kind: "list-changed", current };
  }
  if (!form.has(DESK_FIELD.confirmed)) return { kind: "unconfirmed", list, change };
  const isChanged =
    action === "spam"
      ? await store.markAllSpam(filter, states)
      : await store.eraseAll(filter, states);
  return isChanged
    ? { kind: "changed", next: listLink(current) }
    : { kind: "list-changed", current };
}
