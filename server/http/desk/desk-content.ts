import { DESK_PATH } from "../../../contract/routes.ts";
import type {
  ConfirmationContent,
  ListChange,
  ListEntry,
  ListGroup,
  NoteContent,
  RequestDetailsContent,
  RequestListContent,
} from "../../../contract/server-page-content.ts";
import { onOneLine } from "../../../domain/escape-controls.ts";
import { localTime } from "../../../domain/format-time.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import { stateOf } from "../../../domain/request-state.ts";
import { detailsOf } from "../../../domain/requirement-text.ts";
import type { RequestRow } from "../../store/rows.ts";
import type { RequestPage, RequestStore, SuspectedSpam } from "../../store/store.ts";
import { readDeskList, type DeskList } from "./change-list.ts";
import { listLink, writeQuery, type DeskQuery } from "./desk-query.ts";
import { excerptOf } from "./excerpt.ts";

type ListOptions = { timeZone: string; hasChanged?: boolean };

export async function listContent(
  store: RequestStore,
  asked: DeskQuery,
  { timeZone, hasChanged = false }: ListOptions,
): Promise<RequestListContent> {
  const { query, filter, terms, change } = await readDeskList(store, asked);
  const { selection, page } = query;
  const isFirst = selection.kind === "requests" && page === 1;
  const [found, suspected, spamCount, failing] = await Promise.all([
    store.list(filter, page),
    isFirst ? store.findSuspectedSpam() : { count: 0, newest: [] },
    store.count({ isSpam: true }),
    store.outbox.listFailing(),
  ]);
  const groups = listGroups(query, found, suspected, toEntriesWith(terms, store.now()));
  return {
    kind: "list",
    selection,
    query: writeQuery(query),
    timeZone,
    spamCount,
    groups: groups.filter(({ entries }) => entries.length > 0),
    change,
    hasChanged,
    failing,
    previous: page > 1 ? listLink({ ...query, page: page - 1 }) : null,
    next: found.hasMore ? listLink({ ...query, page: page + 1 }) : null,
  };
}

type ToEntries = (rows: RequestRow[]) => ListEntry[];

function toEntriesWith(terms: readonly RegExp[], now: number): ToEntries {
  return (rows) =>
    rows.map((row) => ({
      link: `${DESK_PATH}/${row.id}`,
      reference: referenceOf(row.id),
      storedAt: row.created_at,
      from: senderOf(row),
      state: stateOf(row, now),
      excerpt: excerptOf(row, terms),
      note: onOneLine(row.note ?? ""),
    }));
}

function listGroups(
  { selection }: DeskQuery,
  { rows, waiting, total }: RequestPage,
  suspected: SuspectedSpam,
  toEntries: ToEntries,
): ListGroup[] {
  const entries = toEntries(rows);
  if (selection.kind !== "requests") return [{ kind: "found", count: total, entries }];
  const only = (kind: "waiting" | "replied") => entries.filter(({ state }) => state.kind === kind);
  return [
    { kind: "waiting", count: waiting, entries: only("waiting") },
    { kind: "suspected", count: suspected.count, entries: toEntries(suspected.newest) },
    { kind: "replied", count: total - waiting, entries: only("replied") },
  ];
}

/** Lists requests with a reply or a note first, because they are probably genuine. */
export async function confirmationContent(
  store: RequestStore,
  { query, filter, terms }: DeskList,
  change: ListChange,
  timeZone: string,
): Promise<ConfirmationContent> {
  const toEntries = toEntriesWith(terms, store.now());
  const groups: ListGroup[] = [];
  for (const isHandled of [true, false]) {
    const { rows, total } = await store.list({ ...filter, isHandled }, 1);
    const kind = isHandled ? "handled" : groups.length > 0 ? "others" : "found";
    if (total > 0) groups.push({ kind, count: total, entries: toEntries(rows) });
  }
  return { kind: "confirmation", change, timeZone, groups, listLink: listLink(query) };
}

/** Skips empty values, because either field may be, or may have been, optional. */
function senderOf({ full_name, company }: RequestRow): string {
  return onOneLine([full_name, company].filter(Boolean).join(", "));
}

/** `unsaved` is a note that conflicts with a note saved in the meantime. */
export async function detailsContent(
  store: RequestStore,
  row: RequestRow,
  { unsaved, timeZone }: { unsaved?: string; timeZone: string },
): Promise<RequestDetailsContent> {
  const reference = referenceOf(row.id);
  const note: NoteContent = {
    text: unsaved ?? row.note ?? "",
    readAt: row.noted_at ?? "",
    saved: row.noted_at === null ? null : savedBy(row, timeZone),
    conflicting: unsaved === undefined ? null : (row.note ?? ""),
  };
  const subject = encodeURIComponent(`Your data request ${reference}`);
  return {
    kind: "request",
    reference,
    storedAt: row.created_at,
    timeZone,
    from: senderOf(row),
    state: stateOf(row, store.now()),
    details: detailsOf(row),
    mailtoLink: `mailto:${encodeURIComponent(row.email)}?subject=${subject}`,
    sameEmail: {
      count: await store.count({ email: row.email }),
      link: listLink({ selection: { kind: "email", text: row.email }, page: 1, until: null }),
    },
    note,
  };
}

function savedBy({ noted_at, noted_by }: RequestRow, timeZone: string): string {
  const by = noted_by === null ? "" : ` by ${onOneLine(noted_by)}`;
  return `Saved${by}, ${localTime(noted_at ?? "", timeZone)}`;
}
