import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";

import { BUDGETS, limitText, type Measurements, type Measure } from "./budgets.ts";

type Report = ReturnType<typeof makeReport>;

/** Measurements in the order of their budgets, with date and machine. */
export function makeReport(measurements: Measurements) {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} cores, ${processors[0]?.model.trim() ?? "unknown"}`,
    rows: (Object.keys(BUDGETS) as Measure[]).flatMap((measure) => {
      const value = measurements[measure];
      return value === undefined ? [] : [toRow(measure, value)];
    }),
  };
}

/** A Markdown table of measurements and limits. */
export function toMarkdown({ rows }: Report): string {
  return toTable(
    ["measure", "value", "limit", "met"],
    rows.map(({ label, value, limit, met }) => [label, value, limit, met ? "yes" : "**no**"]),
  );
}

export function toTable(head: string[], rows: (string | number)[][]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}

/** Writes a run's results beside the README that explains them. */
export async function writeResults(name: string, text: string): Promise<void> {
  await writeFile(new URL(name, import.meta.url), `${text}\n`);
}

function toRow(measure: Measure, value: number) {
  const { label, unit, bound, limit } = BUDGETS[measure];
  const met = bound === "at most" ? value <= limit : value >= limit;
  const text = `${value.toLocaleString("en")}${unit && ` ${unit}`}`;
  return { label, value: text, limit: limitText(measure), met };
}
