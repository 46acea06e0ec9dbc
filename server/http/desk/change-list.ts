import { DESK_FIELD } from "../../../contract/desk-form.ts";
import type { ListAction } from "../../../contract/desk-form.ts";
import { listLink, type DeskQuery, type Selection } from "../../../contract/desk-links.ts";
import type { RequestFilter } from "../../store/request-filter.ts";
import { toPatterns } from "../../store/search.ts";
import type { RequestStore } from "../../store/store.ts";
import { readCount, readListAction, readQuery, writeResult } from "./desk-query.ts";

type Outcome =
  /** `next` is the URL of the page to show. */
  | { kind: "changed"; next: string }
  | { kind: "unconfirmed"; action: ListAction; query: DeskQuery; filter: RequestFilter }
  | { kind: "unknown-action" };

/** Changes that a list offers. */
export const LIST_ACTIONS: Record<Selection["kind"], readonly ListAction[]> = {
  requests: [],
  spam: ["erase"],
  search: ["spam", "erase"],
  email: ["spam", "erase"],
};

/** Omits requests that were stored after the list had been read. */
export function listFilter(
  store: RequestStore,
  { selection, seen }: DeskQuery,
): Promise<RequestFilter> {
  return selectionFilter(store, selection, seen === null ? {} : { storedUntil: seen });
}

async function selectionFilter(
  store: RequestStore,
  selection: Selection,
  stored: Pick<RequestFilter, "storedUntil" | "storedAfter">,
): Promise<RequestFilter> {
  switch (selection.kind) {
    case "requests":
      return { isSpam: false };
    case "spam":
      return { isSpam: true, ...stored };
    case "search":
      return { ids: await store.search(stored, toPatterns(selection.text)) };
    case "email":
      return { email: selection.text, ...stored };
  }
}

/** Narrows the filter of a list to the requests that the action would change. */
export function changeFilter(action: ListAction, filter: RequestFilter): RequestFilter {
  return action === "spam" ? { ...filter, isSpam: false } : filter;
}

export async function changeList(store: RequestStore, form: URLSearchParams): Promise<Outcome> {
  const query = readQuery(form.get(DESK_FIELD.query) ?? "");
  const { selection, seen } = query;
  const action = readListAction(form.get(DESK_FIELD.action));
  if (action === null || seen === null || !LIST_ACTIONS[selection.kind].includes(action)) {
    return { kind: "unknown-action" };
  }
  const filter = changeFilter(action, await listFilter(store, query));
  if (!form.has(DESK_FIELD.confirmed)) return { kind: "unconfirmed", action, query, filter };
  const unchanged = { ...filter, unchangedSince: seen };
  const changed =
    action === "spam" ? await store.markAllSpam(unchanged) : await store.erase(unchanged);
  const arrived = await selectionFilter(store, selection, { storedAfter: seen });
  const listed = readCount(form.get(DESK_FIELD.count));
  const left = Math.max(0, listed - changed) + (await store.count(changeFilter(action, arrived)));
  const next = listLink({ selection, page: 1, seen: null });
  return { kind: "changed", next: `${next}&${writeResult({ action, changed, left })}` };
}
