import type { ListAction } from "../../../contract/desk-form.ts";
import type { DeskQuery } from "../../../contract/desk-links.ts";
import type {
  ConfirmationContent,
  ListChangeResult,
  RequestDetailsContent,
  RequestGroup,
  RequestListContent,
} from "../../../contract/server-page-content.ts";
import type { RequestRow } from "../../../domain/request-row.ts";
import { stateOf } from "../../../domain/request-state.ts";
import type { RequestFilter } from "../../store/request-filter.ts";
import { PAGE_ROWS, type RequestPage, type RequestStore } from "../../store/store.ts";
import { changeFilter, LIST_ACTIONS, listFilter } from "./change-list.ts";

export async function listContent(
  store: RequestStore,
  asked: DeskQuery,
  { timeZone, done }: { timeZone: string; done: ListChangeResult | null },
): Promise<RequestListContent> {
  // Read before the list, so that requests that arrive in between are not seen.
  const time = await store.readTime();
  const now = Date.parse(time);
  const isMain = asked.selection.kind === "requests";
  const filter = await listFilter(store, asked);
  const found = await store.list(filter, asked.page);
  return {
    kind: "list",
    now,
    timeZone,
    query: { ...asked, seen: isMain ? null : (asked.seen ?? time) },
    groups: isMain
      ? await readMainGroups(store, found, { page: asked.page, now })
      : [{ kind: "found", count: found.total, rows: found.rows, page: 1 }],
    spamCount: await store.count({ isSpam: true }),
    changes: await countChanges(store, asked, filter),
    done,
    failing: await store.outbox.listFailing(),
    hasMore: found.hasMore,
  };
}

/** Suspected spam is on the first page, and replied requests follow the waiting ones. */
async function readMainGroups(
  store: RequestStore,
  { rows, total }: RequestPage,
  { page, now }: { page: number; now: number },
): Promise<RequestGroup[]> {
  const waiting = await store.count({ isWaiting: true });
  const suspected = await store.findSuspectedSpam();
  const only = (kind: "waiting" | "replied") =>
    rows.filter((row) => stateOf(row, now).kind === kind);
  return [
    { kind: "waiting", count: waiting, rows: only("waiting"), page: 1 },
    {
      kind: "suspected",
      count: suspected.count,
      rows: page === 1 ? suspected.newest : [],
      page: 1,
    },
    {
      kind: "replied",
      count: total - waiting,
      rows: only("replied"),
      page: Math.floor(waiting / PAGE_ROWS) + 1,
    },
  ];
}

async function countChanges(
  store: RequestStore,
  { selection }: DeskQuery,
  filter: RequestFilter,
): Promise<RequestListContent["changes"]> {
  const changes: RequestListContent["changes"] = [];
  for (const action of LIST_ACTIONS[selection.kind]) {
    const count = await store.count(changeFilter(action, filter));
    if (count > 0) changes.push({ action, count });
  }
  return changes;
}

/** Lists requests with a reply or a note first, because they are probably genuine. */
export async function confirmationContent(
  store: RequestStore,
  { action, query, filter }: { action: ListAction; query: DeskQuery; filter: RequestFilter },
  timeZone: string,
): Promise<ConfirmationContent> {
  const handled = await store.list({ ...filter, isHandled: true }, 1);
  const others = await store.list({ ...filter, isHandled: false }, 1);
  return {
    kind: "confirmation",
    action,
    count: handled.total + others.total,
    query,
    now: Date.parse(await store.readTime()),
    timeZone,
    groups: [
      { kind: "handled", count: handled.total, rows: handled.rows, page: 1 },
      {
        kind: handled.total > 0 ? "others" : "found",
        count: others.total,
        rows: others.rows,
        page: 1,
      },
    ],
  };
}

export async function detailsContent(
  store: RequestStore,
  row: RequestRow,
  { unsavedNote = null, timeZone }: { unsavedNote?: string | null; timeZone: string },
): Promise<RequestDetailsContent> {
  return {
    kind: "request",
    row,
    now: Date.parse(await store.readTime()),
    timeZone,
    sameEmail: await store.count({ email: row.email }),
    unsavedNote,
  };
}
