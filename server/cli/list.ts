import { parseArgs } from "node:util";

import { REQUIRED_FIELDS, SCHEMA } from "../../domain/fields.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { onOneLine } from "../../domain/requirement-text.ts";
import { describeFailing } from "../store/failing-channels.ts";
import { formatMinute, replyState, spamReason, type LocalTime } from "../store/request-details.ts";
import type { RequestRow } from "../store/rows.ts";
import { STATE_FILTERS } from "../store/selection.ts";
import type { Subcommand } from "./subcommand.ts";

export const list: Subcommand = async (args, { store, timeZone, write }) => {
  const { values } = parseArgs({ args, options: { spam: { type: "boolean" } } });
  const { spam = false } = values;
  const time = { now: store.now(), timeZone };
  const rows = store.find(STATE_FILTERS[spam ? "spam" : "waiting"]);
  const writeRow = (row: RequestRow) => write(line(COLUMNS.map(({ show }) => show(row, time))));
  await write(line(COLUMNS.map(({ heading }) => heading)));
  for (const row of rows) await writeRow(row);
  const state = spam ? "in spam" : "waiting for a reply";
  await write(`${rows.length} ${state}. Times are in ${timeZone}.\n`);
  const suspected = store.suspectedSpam();
  if (!spam && suspected.count > 0) {
    await write(`\nLooks like spam, this week (${suspected.count}):\n`);
    for (const row of suspected.newest) await writeRow(row);
    await write(
      "--spam lists all. Mark one as not spam at the desk, which DESK_PASSWORD turns on.\n",
    );
  }
  for (const failing of store.outbox.listFailing()) {
    await write(`${describeFailing(failing, timeZone)}\n`);
  }
};

type Column = {
  heading: string;
  /** In characters. */
  width: number;
  show: (row: RequestRow, time: LocalTime) => string;
};

const COLUMNS: Column[] = [
  { heading: "REFERENCE", width: 9, show: ({ id }) => referenceOf(id) },
  {
    heading: "RECEIVED",
    width: 16,
    show: ({ created_at }, { timeZone }) => formatMinute(created_at, timeZone),
  },
  {
    heading: "STATE",
    width: 30,
    show: (row, time) => (row.spam_reason === null ? replyState(row, time) : spamReason(row)),
  },
  ...REQUIRED_FIELDS.map((field) => ({
    heading: SCHEMA[field].label.toUpperCase(),
    width: field === "email" ? 30 : 20,
    show: (row: RequestRow) => row[field],
  })),
];

function line(cells: string[]): string {
  const padded = COLUMNS.map(({ width }, index) => {
    const shown = Array.from(onOneLine(cells[index] ?? ""));
    const cut = shown.length > width ? [...shown.slice(0, width - 1), "…"] : shown;
    return cut.join("").padEnd(width);
  });
  return `${padded.join("  ").trimEnd()}\n`;
}
