import { writeFile } from "node:fs/promises";
import { cpus } from "node:os";

/** A value beside its guard rail, if it has one. */
export type Measure = {
  label: string;
  value: number;
  unit?: string;
  atMost?: number;
  atLeast?: number;
};

/**
 * Prints the measures of a command, and with `--save` writes them to a file beside the README. The
 * process fails if a limit is not met.
 */
export async function report(command: string, tested: string, measures: Measure[]): Promise<void> {
  const [processor] = cpus();
  const date = new Date().toISOString().slice(0, 10);
  const lines = [
    `\`${command}\`, ${date}, ${cpus().length} cores, ${processor?.model.trim()}, ${tested}.`,
    "",
    "| measure | value | limit | met |",
    "| --- | --- | --- | --- |",
    ...measures.map(toRow),
  ];
  console.log(lines.join("\n"));
  if (process.argv.includes("--save")) {
    const name = command.includes("load") ? "results-load.txt" : "results.txt";
    await writeFile(new URL(name, import.meta.url), `${lines.join("\n")}\n`);
  }
  if (!measures.every(isMet)) process.exitCode = 1;
}

function toRow(measure: Measure): string {
  const { label, value, unit = "", atMost, atLeast } = measure;
  const digits = value < 10 ? 2 : 0;
  const text = `${value.toLocaleString("en", { maximumFractionDigits: digits })} ${unit}`.trim();
  const most = atMost === undefined ? "none" : `at most ${atMost}`;
  const limit = atLeast === undefined ? most : `at least ${atLeast}`;
  return `| ${label} | ${text} | ${limit} | ${isMet(measure) ? "yes" : "**no**"} |`;
}

function isMet({ value, atMost = Infinity, atLeast = -Infinity }: Measure): boolean {
  return value >= atLeast && value <= atMost;
}
