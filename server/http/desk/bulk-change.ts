import { DESK_ACTION, DESK_FIELD } from "../../../contract/desk-form.ts";
import type { BulkConfirmation, BulkResult } from "../../../contract/server-page-content.ts";
import type { BulkChange } from "../../store/bulk-requests.ts";
import type { LocalTime } from "../../store/request-details.ts";
import {
  countMatches,
  STATES,
  toFilter,
  type Matches,
  type Selection,
} from "../../store/selection.ts";
import type { RequestStore } from "../../store/store.ts";
import { listEntry } from "./desk-content.ts";
import { listLink, readQuery, writeQuery } from "./desk-query.ts";

/**
 * Asks for confirmation, and asks again if the matches have changed. Resolves to null for a change that the list does
 * not offer.
 */
export async function changeInBulk(
  store: RequestStore,
  form: URLSearchParams,
  timeZone: string,
): Promise<BulkConfirmation | BulkResult | null> {
  const { selection } = readQuery(form.get(DESK_FIELD.list) ?? "");
  const change = readChange(form.get(DESK_FIELD.action), selection);
  if (change === null) return null;
  const countedAt = readTime(form.get(DESK_FIELD.countedAt));
  if (countedAt !== null) {
    const matches = await collect(store, change, selection, countedAt);
    if (describeCounts(matches) === form.get(DESK_FIELD.counted)) {
      const filter = { ...toFilter(selection), storedBefore: countedAt };
      const changed = await store.bulk.change(change, matches, filter);
      return { kind: "changed", action: change, changed, skipped: countMatches(matches) - changed };
    }
  }
  const time = { now: store.now(), timeZone };
  return askFor(store, change, selection, time, countedAt !== null);
}

async function askFor(
  store: RequestStore,
  action: BulkChange,
  selection: Selection,
  time: LocalTime,
  hasChanged: boolean,
): Promise<BulkConfirmation> {
  const countedAt = time.now;
  const matches = await collect(store, action, selection, countedAt);
  const ids = STATES.flatMap((state) => matches[state]);
  return {
    kind: "confirm",
    action,
    count: ids.length,
    selection,
    hasChanged,
    first: store.first(FIRST_ROWS, { ids }).map((row) => listEntry(row, time)),
    query: writeQuery({ selection, page: 1 }),
    countedAt,
    counted: describeCounts(matches),
    back: listLink({ selection, page: 1 }),
  };
}

const FIRST_ROWS = 10;

async function collect(
  store: RequestStore,
  change: BulkChange,
  selection: Selection,
  storedBefore: number,
): Promise<Matches> {
  const matches = await store.bulk.find(selection, { storedBefore });
  return change === "spam" ? { ...matches, replied: [], spam: [] } : matches;
}

/** Counts each state, because a reply or "Not spam" may not change the total, but the desk must ask again. */
function describeCounts(matches: Matches): string {
  return STATES.map((state) => `${state} ${matches[state].length}`).join(", ");
}

function readChange(action: string | null, { kind }: Selection): BulkChange | null {
  if (action === DESK_ACTION.spam && kind === "search") return "spam";
  if (action === DESK_ACTION.erase && kind !== "requests") return "erase";
  return null;
}

function readTime(text: string | null): number | null {
  return text !== null && /^\d{1,14}$/.test(text) ? Number(text) : null;
}
