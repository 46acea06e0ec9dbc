import { DESK_PATH } from "../../../contract/routes.ts";
import type {
  ListEntry,
  ListGroup,
  NoteContent,
  RequestDetailsContent,
  RequestListContent,
} from "../../../contract/server-page-content.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import { localTime, onOneLine } from "../../../domain/requirement-text.ts";
import { describeFailing } from "../../store/failing-channels.ts";
import {
  detailsOfStored,
  isOverdue,
  formatMinute,
  replyState,
  spamReason,
  type LocalTime,
} from "../../store/request-details.ts";
import type { RequestRow } from "../../store/rows.ts";
import { stateOf } from "../../store/selection.ts";
import type { RequestPage, RequestStore } from "../../store/store.ts";
import { listLink, writeQuery, type DeskQuery } from "./desk-query.ts";

export async function listContent(
  store: RequestStore,
  query: DeskQuery,
  time: LocalTime,
): Promise<RequestListContent> {
  const { selection, page } = query;
  const found = await store.list(selection, page);
  return {
    kind: "list",
    selection,
    query: writeQuery(query),
    timeZone: time.timeZone,
    spamCount: store.count({ isSpam: true }),
    groups: listGroups(store, query, found, time).filter(({ entries }) => entries.length > 0),
    failures: store.outbox.listFailing().map((each) => describeFailing(each, time.timeZone)),
    previous: page > 1 ? listLink({ ...query, page: page - 1 }) : null,
    next: found.hasMore ? listLink({ ...query, page: page + 1 }) : null,
  };
}

function listGroups(
  store: RequestStore,
  { selection, page }: DeskQuery,
  { rows, waiting, total }: RequestPage,
  time: LocalTime,
): ListGroup[] {
  const show = (shown: RequestRow[]) => shown.map((row) => listEntry(row, time));
  if (selection.kind !== "requests") return [{ kind: "found", count: total, entries: show(rows) }];
  const suspected = page === 1 ? store.suspectedSpam() : { count: 0, newest: [] };
  return [
    { kind: "waiting", count: waiting, entries: show(rows.filter(isWaiting)) },
    { kind: "suspected", count: suspected.count, entries: show(suspected.newest) },
    {
      kind: "replied",
      count: total - waiting,
      entries: show(rows.filter((row) => !isWaiting(row))),
    },
  ];
}

function listEntry(row: RequestRow, time: LocalTime): ListEntry {
  return {
    link: `${DESK_PATH}/${row.id}`,
    reference: referenceOf(row.id),
    storedAt: formatMinute(row.created_at, time.timeZone),
    from: onOneLine(`${row.full_name}, ${row.company}`),
    state: row.spam_reason === null ? replyState(row, time) : `Spam: ${spamReason(row)}`,
    isOverdue: isOverdue(row, time.now),
    isSpam: row.spam_reason !== null,
    note: onOneLine(row.note ?? ""),
  };
}

function isWaiting(row: RequestRow): boolean {
  return stateOf(row) === "waiting";
}

/** `unsaved` is a note that conflicts with a note saved in the meantime. */
export function detailsContent(
  store: RequestStore,
  row: RequestRow,
  { unsaved, ...time }: LocalTime & { unsaved?: string },
): RequestDetailsContent {
  const note: NoteContent = {
    text: unsaved ?? row.note ?? "",
    readAt: row.noted_at ?? "",
    saved: row.noted_at === null ? null : savedBy(row, time.timeZone),
    conflicting: unsaved === undefined ? null : (row.note ?? ""),
  };
  const subject = encodeURIComponent(`Your data request ${referenceOf(row.id)}`);
  return {
    kind: "request",
    from: onOneLine(`${row.full_name}, ${row.company}`),
    details: detailsOfStored(row, time),
    mailtoLink: `mailto:${encodeURIComponent(row.email)}?subject=${subject}`,
    isReplied: row.replied_at !== null,
    isSpam: row.spam_reason !== null,
    sameEmail: {
      count: store.count({ email: row.email }),
      link: listLink({ selection: { kind: "email", text: row.email }, page: 1 }),
    },
    note,
  };
}

function savedBy({ noted_at, noted_by }: RequestRow, timeZone: string): string {
  const by = noted_by === null ? "" : ` by ${onOneLine(noted_by)}`;
  return `Saved${by}, ${localTime(noted_at ?? "", timeZone)}`;
}
