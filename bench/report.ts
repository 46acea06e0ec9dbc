import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";

import { BUDGETS, limitText, type Figures, type Measure } from "./budgets.ts";

type Report = ReturnType<typeof makeReport>;

/** What was measured, and on what. */
export function makeReport(figures: Figures) {
  const processors = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${processors.length} cores, ${processors[0]?.model.trim() ?? "unknown"}`,
    rows: (Object.keys(BUDGETS) as Measure[]).flatMap((measure) => {
      const value = figures[measure];
      return value === undefined ? [] : [toRow(measure, value)];
    }),
  };
}

/** The figures and their limits as a table of Markdown. */
export function toMarkdown({ rows }: Report): string {
  return toTable(
    ["measure", "figure", "limit", "held"],
    rows.map(({ says, figure, limit, held }) => [says, figure, limit, held ? "yes" : "**no**"]),
  );
}

export function toTable(head: string[], rows: (string | number)[][]): string {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`);
  return lines.join("\n");
}

/** Keeps a run's results beside the README that says what they mean. */
export async function writeResults(name: string, text: string): Promise<void> {
  await writeFile(new URL(name, import.meta.url), `# Last run\n\n${text}\n`);
}

function toRow(measure: Measure, value: number) {
  const { says, unit, bound, limit } = BUDGETS[measure];
  const held = bound === "at most" ? value <= limit : value >= limit;
  const figure = `${value.toLocaleString("en")}${unit && ` ${unit}`}`;
  return { says, figure, limit: limitText(measure), held };
}
