import { onOneLine } from "../../domain/escape-controls.ts";
import { REQUIRED_FIELDS, SCHEMA } from "../../domain/fields.ts";
import { formatMinute } from "../../domain/format-time.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { RequestRow } from "../../domain/request-row.ts";
import { describeState, stateOf } from "../../domain/request-state.ts";

/** In characters. */
const WIDTHS = [9, 16, 35, ...REQUIRED_FIELDS.map((field) => (field === "email" ? 30 : 20))];

const labels = REQUIRED_FIELDS.map((field) => SCHEMA[field].label.toUpperCase());
export const HEADINGS = formatLine(["REFERENCE", "RECEIVED", "STATE", ...labels]);

export function formatRow(
  row: RequestRow,
  { now, timeZone }: { now: number; timeZone: string },
): string {
  return formatLine([
    referenceOf(row.id),
    formatMinute(row.created_at, timeZone),
    describeState(stateOf(row, now), timeZone),
    ...REQUIRED_FIELDS.map((field) => row[field]),
  ]);
}

function formatLine(cells: string[]): string {
  const padded = WIDTHS.map((width, index) => {
    const shown = Array.from(onOneLine(cells[index] ?? ""));
    const cut = shown.length > width ? [...shown.slice(0, width - 1), "…"] : shown;
    return cut.join("").padEnd(width);
  });
  return `${padded.join("  ").trimEnd()}\n`;
}
