/**
 * `npm run bench [section …] [-- --json]`: measures the built site and prints each figure beside
 * its limit. A run of everything is written to README.md.
 */
import { buildIfStale } from "../tools/build-if-stale.ts";
import { browserVersion, findBrowser } from "../tools/find-browser.ts";
import type { Figures } from "./budgets.ts";
import { writeReadme } from "./readme.ts";
import { formatReport, makeReport } from "./report.ts";
import { isSection, SECTIONS, type Section } from "./sections.ts";

const words = process.argv.slice(2);
const json = words.includes("--json");
const asked = words.filter((word) => word !== "--json");
const unknown = asked.filter((word) => !isSection(word));
if (unknown.length > 0) {
  console.error(`There is no ${unknown.join(", ")}: ${Object.keys(SECTIONS).join(", ")} there is.`);
  process.exit(1);
}
const everything = Object.keys(SECTIONS) as Section[];
const chosen = asked.length > 0 ? asked.filter(isSection) : everything;

await buildIfStale();
const figures: Figures = {};
for (const section of chosen) {
  const started = performance.now();
  Object.assign(figures, await SECTIONS[section]());
  const seconds = Math.round((performance.now() - started) / 1000);
  console.error(`${section}: ${seconds} s`);
}
const report = makeReport(figures, browserVersion(findBrowser()));
if (chosen.length === everything.length) await writeReadme(report);
console.log(json ? JSON.stringify(report, null, 2) : formatReport(report));
process.exitCode = report.rows.every((row) => "missing" in row || row.held) ? 0 : 1;
