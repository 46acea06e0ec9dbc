import { DESK_PATH } from "../../../contract/routes.ts";
import type {
  ListEntry,
  ListGroup,
  NoteContent,
  RequestDetailsContent,
  RequestListContent,
  Selection,
} from "../../../contract/server-page-content.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import { stateOf } from "../../../domain/request-state.ts";
import { detailsOf, localTime, onOneLine } from "../../../domain/requirement-text.ts";
import type { RequestFilter } from "../../store/request-filter.ts";
import type { RequestRow } from "../../store/rows.ts";
import { toPatterns } from "../../store/search.ts";
import type { RequestPage, RequestStore, SuspectedSpam } from "../../store/store.ts";
import { listLink, writeQuery, type DeskQuery } from "./desk-query.ts";

export async function listContent(
  store: RequestStore,
  query: DeskQuery,
  timeZone: string,
): Promise<RequestListContent> {
  const { selection, page } = query;
  const filter = await toFilter(store, selection);
  const isFirst = selection.kind === "requests" && page === 1;
  const [found, suspected, spamCount, failing] = await Promise.all([
    store.list(filter, page),
    isFirst ? store.suspectedSpam() : { count: 0, newest: [] },
    store.count({ isSpam: true }),
    store.outbox.listFailing(),
  ]);
  const groups = listGroups(query, found, suspected, store.now());
  return {
    kind: "list",
    selection,
    query: writeQuery(query),
    timeZone,
    spamCount,
    groups: groups.filter(({ entries }) => entries.length > 0),
    failing,
    previous: page > 1 ? listLink({ ...query, page: page - 1 }) : null,
    next: found.hasMore ? listLink({ ...query, page: page + 1 }) : null,
  };
}

async function toFilter(store: RequestStore, selection: Selection): Promise<RequestFilter> {
  switch (selection.kind) {
    case "requests":
      return { isSpam: false };
    case "spam":
      return { isSpam: true };
    case "search":
      return { ids: await store.search({}, toPatterns(selection.text)) };
    case "email":
      return { email: selection.text };
  }
}

function listGroups(
  { selection }: DeskQuery,
  { rows, waiting, total }: RequestPage,
  suspected: SuspectedSpam,
  now: number,
): ListGroup[] {
  const toEntries = (listed: RequestRow[]) => listed.map((row) => listEntry(row, now));
  const entries = toEntries(rows);
  if (selection.kind !== "requests") return [{ kind: "found", count: total, entries }];
  const only = (kind: "waiting" | "replied") => entries.filter(({ state }) => state.kind === kind);
  return [
    { kind: "waiting", count: waiting, entries: only("waiting") },
    { kind: "suspected", count: suspected.count, entries: toEntries(suspected.newest) },
    { kind: "replied", count: total - waiting, entries: only("replied") },
  ];
}

function listEntry(row: RequestRow, now: number): ListEntry {
  return {
    link: `${DESK_PATH}/${row.id}`,
    reference: referenceOf(row.id),
    storedAt: row.created_at,
    from: senderOf(row),
    state: stateOf(row, now),
    note: onOneLine(row.note ?? ""),
  };
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
      link: listLink({ selection: { kind: "email", text: row.email }, page: 1 }),
    },
    note,
  };
}

function savedBy({ noted_at, noted_by }: RequestRow, timeZone: string): string {
  const by = noted_by === null ? "" : ` by ${onOneLine(noted_by)}`;
  return `Saved${by}, ${localTime(noted_at ?? "", timeZone)}`;
}
