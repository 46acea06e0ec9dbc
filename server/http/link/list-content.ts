import { DAY_MS } from "../../../domain/durations.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import { onOneLine } from "../../../domain/texts/requirement-text.ts";
import {
  LISTED_DAYS,
  type ListedEntry,
  type ListedPage,
  type RequestListContent,
} from "../../../domain/wire/built-pages.ts";
import { createLink, LIST_PATH } from "../../links.ts";
import { isOverdue, localMinute, type Clock } from "../../request-details.ts";
import { hasText, listOverdueFirst } from "../../request-list.ts";
import type { ListedRequest, StoredRequests } from "../../store/store.ts";

/** The list's address: its key, what is searched for, and how many rows of either part came on the pages before. */
export type ListQuery = { k: string; search: string; offset: number };

/** All that waits and what came lately, or, of all that is stored, what has a text. */
export async function readListContent(
  requests: StoredRequests,
  query: ListQuery,
  { secret, ...clock }: Clock & { secret: string },
): Promise<RequestListContent> {
  const { now, timeZone } = clock;
  const { k, search } = query;
  const recent = search === "" ? { receivedSince: now - LISTED_DAYS * DAY_MS } : {};
  const accepted = listOverdueFirst(requests, { state: "accepted" }, { now, recent });
  const heldFilter = { ...recent, state: "held" } as const;
  const toEntry = (row: ListedRequest): ListedEntry => {
    const reference = referenceOf(row.id);
    return {
      link: createLink({ reference }, { origin: "", secret, now }),
      reference,
      received: localMinute(row.created_at, timeZone),
      from: onOneLine(`${row.full_name}, ${row.company}`),
      state: describeState(row, clock),
      isOverdue: isOverdue(row, now),
      note: onOneLine(row.note ?? ""),
    };
  };
  return {
    linkKey: k,
    search,
    timeZone,
    accepted: await readPage(accepted, query, toEntry),
    held: await readPage(requests.list(heldFilter), query, toEntry),
    heldCount: search === "" ? await requests.count(heldFilter) : null,
  };
}

const MAX_ROWS = 100;

async function readPage(
  rows: AsyncIterable<ListedRequest>,
  { k, search, offset }: ListQuery,
  toEntry: (row: ListedRequest) => ListedEntry,
): Promise<ListedPage> {
  const entries: ListedEntry[] = [];
  let found = 0;
  for await (const row of rows) {
    if (search !== "" && !hasText(row, search)) continue;
    found += 1;
    if (found > offset + MAX_ROWS) {
      const older = new URLSearchParams({ k, q: search, from: String(offset + MAX_ROWS) });
      return { entries, older: `${LIST_PATH}?${older.toString()}` };
    }
    if (found > offset) entries.push(toEntry(row));
  }
  return { entries, older: null };
}

function describeState(row: ListedRequest, { now, timeZone }: Clock): string {
  if (row.held_reason !== null) return `Held: ${onOneLine(row.held_reason)}`;
  if (row.replied_at !== null) return `Replied ${localMinute(row.replied_at, timeZone)}`;
  const due = localMinute(row.reply_due, timeZone);
  return isOverdue(row, now) ? `Overdue since ${due}` : `Due ${due}`;
}
