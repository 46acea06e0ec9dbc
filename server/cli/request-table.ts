import { REQUIRED_FIELDS, SCHEMA } from "../../domain/fields.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { describeState, stateOf } from "../../domain/request-state.ts";
import { formatMinute, onOneLine } from "../../domain/requirement-text.ts";
import type { RequestRow } from "../store/rows.ts";

type LocalTime = { now: number; timeZone: string };

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
    width: 35,
    show: (row, { now, timeZone }) => describeState(stateOf(row, now), timeZone),
  },
  ...REQUIRED_FIELDS.map((field) => ({
    heading: SCHEMA[field].label.toUpperCase(),
    width: field === "email" ? 30 : 20,
    show: (row: RequestRow) => row[field],
  })),
];

export const HEADINGS = line(COLUMNS.map(({ heading }) => heading));

export function formatRow(row: RequestRow, time: LocalTime): string {
  return line(COLUMNS.map(({ show }) => show(row, time)));
}

function line(cells: string[]): string {
  const padded = COLUMNS.map(({ width }, index) => {
    const shown = Array.from(onOneLine(cells[index] ?? ""));
    const cut = shown.length > width ? [...shown.slice(0, width - 1), "…"] : shown;
    return cut.join("").padEnd(width);
  });
  return `${padded.join("  ").trimEnd()}\n`;
}
