import { DESK_QUERY, SPAM_ONLY } from "../../../contract/desk-form.ts";
import { DESK_PATH } from "../../../contract/routes.ts";
import type {
  ListEntry,
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
import type { ListQuery, RequestStore } from "../../store/store.ts";

export async function listContent(
  store: RequestStore,
  query: ListQuery,
  time: LocalTime,
): Promise<RequestListContent> {
  const { isSpam, search, page } = query;
  const { rows, hasMore } = await store.list(query);
  return {
    kind: "list",
    isSpam,
    search,
    timeZone: time.timeZone,
    spamCount: store.count({ isSpam: true, isProbe: false }),
    entries: rows.map((row) => listEntry(row, time)),
    failures: store.outbox.listFailing().map((each) => describeFailing(each, time.timeZone)),
    previous: page > 1 ? listLink({ ...query, page: page - 1 }) : null,
    next: hasMore ? listLink({ ...query, page: page + 1 }) : null,
  };
}

function listEntry(row: RequestRow, time: LocalTime): ListEntry {
  return {
    link: `${DESK_PATH}/${row.id}`,
    reference: referenceOf(row.id),
    storedAt: formatMinute(row.created_at, time.timeZone),
    from: onOneLine(`${row.full_name}, ${row.company}`),
    state: row.spam_reason === null ? replyState(row, time) : `Spam: ${spamReason(row)}`,
    isOverdue: isOverdue(row, time.now),
    note: onOneLine(row.note ?? ""),
  };
}

/** `unsaved` is a note that was not saved, since somebody else has saved another one meanwhile. */
export function detailsContent(
  row: RequestRow,
  { unsaved, ...time }: LocalTime & { unsaved?: string },
): RequestDetailsContent {
  const note: NoteContent = {
    text: unsaved ?? row.note ?? "",
    readAt: row.noted_at ?? "",
    saved: row.noted_at === null ? null : savedBy(row, time.timeZone),
    other: unsaved === undefined ? null : (row.note ?? ""),
  };
  const subject = encodeURIComponent(`Your data request ${referenceOf(row.id)}`);
  return {
    kind: "request",
    from: onOneLine(`${row.full_name}, ${row.company}`),
    details: detailsOfStored(row, time),
    replyLink: `mailto:${encodeURIComponent(row.email)}?subject=${subject}`,
    isReplied: row.replied_at !== null,
    isSpam: row.spam_reason !== null,
    note,
  };
}

function savedBy({ noted_at, noted_by }: RequestRow, timeZone: string): string {
  const by = noted_by === null ? "" : ` by ${onOneLine(noted_by)}`;
  return `Saved${by}, ${localTime(noted_at ?? "", timeZone)}`;
}

function listLink({ isSpam, search, page }: ListQuery): string {
  const query = new URLSearchParams();
  if (isSpam) query.set(DESK_QUERY.spam, SPAM_ONLY);
  if (search !== "") query.set(DESK_QUERY.search, search);
  if (page > 1) query.set(DESK_QUERY.page, String(page));
  return query.size === 0 ? DESK_PATH : `${DESK_PATH}?${query.toString()}`;
}
