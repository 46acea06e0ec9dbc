import { referenceOf } from "../../domain/identifiers.ts";
import { detailsOf } from "../../domain/requirement-text.ts";
import type { Config } from "../config.ts";
import type { ListedRequirement, RequirementFilter, RequirementStore } from "../store/store.ts";
import { inFull, listFormat } from "./formats.ts";
import type { AdminTask } from "./options.ts";
import { counted, type Output } from "./output.ts";

/** A table shows what needs work; CSV and JSON have everything. Returns the exit code. */
export async function list(
  task: Extract<AdminTask, { kind: "list" }>,
  store: RequirementStore,
  { timeZone }: Config,
  output: Output,
): Promise<number> {
  const { write, note } = output;
  const { format: kind, all, search, held } = task;
  const format = listFormat(kind, { now: Date.now(), timeZone });
  const forPeople = kind === "table";
  const maximum = forPeople && !all ? MAX_ROWS : Infinity;
  let rows = 0;
  await write(format.head);
  for await (const row of store.requirements.list(toFilter(task))) {
    if (search !== null && !contains(row, search)) continue;
    rows += 1;
    if (rows <= maximum) await write(format.line(row));
  }
  if (rows > maximum) await write(`and ${rows - maximum} more: --all\n`);
  if (search !== null && rows === 0) note("No request has this text.");
  else if (held) note(rows === 0 ? "Nothing is held as spam." : HOW_TO_JUDGE);
  else if (forPeople) await summarize(store, rows, timeZone, output);
  return 0;
}

/** Everything about the requests of an address, or about one. Returns the exit code. */
export async function show(
  who: string,
  store: RequirementStore,
  { timeZone }: Config,
  { write, failToFind }: Output,
): Promise<number> {
  let rows = 0;
  for await (const row of store.requirements.list({ who })) {
    await write(inFull(row, { now: Date.now(), timeZone }));
    rows += 1;
  }
  return rows > 0 ? 0 : failToFind(who);
}

/** Spam is listed apart; exports and searches have everything. */
function toFilter({ format, all, search, held }: Extract<AdminTask, { kind: "list" }>) {
  const filter: RequirementFilter = {};
  if (held) filter.state = "held";
  else if (format === "table" && search === null) filter.state = all ? "accepted" : "unreplied";
  return filter;
}

const MAX_ROWS = 20;
const HOW_TO_JUDGE = "If one is not spam, --not-spam REFERENCE announces it.";

/** Whether any field, or the reference, contains the text. Case does not matter. */
function contains(row: ListedRequirement, search: string): boolean {
  const values = [referenceOf(row.id), ...detailsOf(row).map(({ value }) => value)];
  return values.some((value) => fold(value).includes(fold(search)));
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** Says what needs doing on stderr, so that stdout has only the list. */
async function summarize(
  store: RequirementStore,
  listed: number,
  timeZone: string,
  { note }: Output,
): Promise<void> {
  if (listed === 0) {
    const stored = await store.requirements.count({ state: "accepted" });
    note(
      stored === 0
        ? "There are no requests yet."
        : "No request waits for a reply; --all also lists those replied to.",
    );
  }
  const backlog = await store.outbox.backlog();
  const { channels, overdue_replies, undelivered, failing, unannounced } = backlog;
  if (overdue_replies > 0) {
    note(`Overdue: ${counted(overdue_replies)} (--replied REFERENCE).`);
  }
  if (undelivered > 0) {
    note(`Notifications not delivered yet: ${undelivered}, of which ${failing} failed.`);
  }
  const announced =
    channels.length > 0
      ? `announced by ${channels.join(" and ")}`
      : "not announced: no channel is set";
  note(`New requests are ${announced}.`);
  if (unannounced > 0) {
    note(`Warning: ${counted(unannounced)} came in while no channel was set.`);
  }
  const held = await store.requirements.count({ state: "held" });
  if (held > 0) note(`Held as spam: ${counted(held)} (--held).`);
  if (listed > 0) note(`Times are in ${timeZone}.`);
}
