import { referenceOf } from "../domain/identifiers.ts";
import { detailsOf } from "../domain/texts/requirement-text.ts";
import { isOverdue } from "./request-details.ts";
import type { ListedRequest, RequestFilter, StoredRequests } from "./store/store.ts";

/**
 * The overdue requests, and then the others, each with the newest first. `recent` filters the others only.
 */
export async function* listOverdueFirst(
  requests: StoredRequests,
  filter: RequestFilter,
  { now, recent = {} }: { now: number; recent?: Pick<RequestFilter, "receivedSince"> },
): AsyncIterable<ListedRequest> {
  // What is held has no reply that could be overdue.
  const canBeOverdue = filter.state === undefined || OVERDUE_WITHIN.has(filter.state);
  if (canBeOverdue) yield* requests.list({ ...filter, state: "unreplied", dueBefore: now });
  for await (const row of requests.list({ ...filter, ...recent })) {
    if (!isOverdue(row, now)) yield row;
  }
}

const OVERDUE_WITHIN = new Set<RequestFilter["state"]>(["accepted", "unreplied"]);

/** Whether any field, the note or the reference contains the text. Case does not matter. */
export function hasText(row: ListedRequest, text: string): boolean {
  const values = [referenceOf(row.id), row.note ?? "", ...detailsOf(row).map(({ value }) => value)];
  return values.some((value) => fold(value).includes(fold(text)));
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
