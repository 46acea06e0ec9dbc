/** `npm test`: every suite in turn, then one line for all of them. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";

import { findBrowser } from "./find-browser.ts";

const inChromium = findBrowser() !== undefined;
const SUITES = [
  ["vitest", "run", "--project", "node", ...(inChromium ? ["--project", "browser"] : [])],
  // On their own: browsers and databases at the same time starve each other.
  ["vitest", "run", "--project", "engines"],
  ...(inChromium ? [["playwright", "test"]] : []),
];

const total = { passed: 0, failed: 0, skipped: 0 };
const failures: string[] = [];
for (const [runner = "", ...args] of SUITES) {
  const file = `.cache/reports/${runner}.xml`;
  // A report of an earlier run must not be counted.
  rmSync(file, { force: true });
  const { status } = spawnSync(`node_modules/.bin/${runner}`, args, { stdio: "inherit" });
  const report = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [tests, skipped] = [count(report, "tests"), count(report, "skipped")];
  const broken = count(report, "failures") + count(report, "errors");
  // A runner that crashes, or a file that cannot be loaded, reports no failed test but has failed.
  const failed = status === 0 && tests > 0 ? broken : Math.max(1, broken);
  total.passed += tests - skipped - broken;
  total.failed += failed;
  total.skipped += skipped;
  failures.push(...failedTests(report));
  // What keeps every test of a suite from running, it has just said: the others would only repeat it.
  if (tests === 0) break;
}

const { passed, failed, skipped } = total;
// Repeated here, because the runner's own message may be thousands of lines above.
for (const name of failures) console.log(`Failed: ${name}`);
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

/** Sums an attribute over all files of a JUnit report. */
function count(report: string, attribute: string): number {
  const numbers = report.matchAll(new RegExp(`<testsuite\\b[^>]* ${attribute}="(\\d+)"`, "g"));
  return [...numbers].reduce((sum, [, value]) => sum + Number(value), 0);
}

/** Names of the tests that failed, from a JUnit report. */
function failedTests(report: string): string[] {
  const [, ...tests] = report.split("<testcase");
  const broken = tests.filter((test) => /<(?:failure|error)\b/.test(test));
  return broken.map((test) => unescape(/ name="([^"]*)"/.exec(test)?.[1] ?? ""));
}

/** The text of an XML attribute. */
function unescape(text: string): string {
  const entities: Record<string, string> = { lt: "<", gt: ">", quot: '"', apos: "'", amp: "&" };
  return text
    .replaceAll(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => entities[name] ?? "");
}
