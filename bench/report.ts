import { cpus } from "node:os";

import { BUDGETS, isHeld, limitOf, type Figures, type Measure } from "./budgets.ts";

export type Row = { measure: Measure; says: string; unit: string; limit: string } & (
  | { value: number; held: boolean }
  | { missing: string }
);

/** What was measured, and on what. */
export type Report = { date: string; machine: string; browser: string; rows: Row[] };

export function makeReport(figures: Figures, browser: string): Report {
  const measures = Object.keys(BUDGETS) as Measure[];
  const rows = measures.flatMap((measure): Row[] => {
    const figure = figures[measure];
    return figure === undefined ? [] : [toRow(measure, figure)];
  });
  const processors = cpus();
  const machine = `${processors.length} cores, ${processors[0]?.model.trim() ?? "unknown"}`;
  return { date: new Date().toISOString().slice(0, 10), machine, browser, rows };
}

/** The report for a terminal: a line a figure, its limit beside it. */
export function formatReport({ date, machine, browser, rows }: Report): string {
  const width = Math.max(...rows.map(({ says }) => says.length));
  const lines = rows.map((row) => {
    const verdict = "missing" in row ? "    " : row.held ? "ok  " : "OVER";
    return `${verdict}  ${row.says.padEnd(width)}  ${shown(row).padStart(10)}  ${row.limit}`;
  });
  return [`${date}, ${machine}, ${browser}`, ...lines].join("\n");
}

/** A row's figure with its unit, or why there is none. */
export function shown(row: Row): string {
  if ("missing" in row) return row.missing;
  return `${row.value.toLocaleString("en")}${row.unit && ` ${row.unit}`}`;
}

function toRow(measure: Measure, figure: number | { missing: string }): Row {
  const { says, unit } = BUDGETS[measure];
  const word = "most" in BUDGETS[measure] ? "at most" : "at least";
  const limit = `${word} ${limitOf(measure).toLocaleString("en")}`;
  const row = { measure, says, unit, limit };
  return typeof figure === "number"
    ? { ...row, value: figure, held: isHeld(measure, figure) }
    : { ...row, ...figure };
}
