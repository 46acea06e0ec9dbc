/** `npm test`: every suite, one after another, then one line over all of them. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";

import { browserVersion, findBrowser } from "./find-browser.ts";

const SUITES = [
  ["vitest", "run", "--project", "node", "--project", "browser"],
  // By themselves: browsers with databases beside them starve each other.
  ["vitest", "run", "--project", "engines"],
  ["playwright", "test"],
] as const;

console.log(`Browser: ${browserVersion(findBrowser())}`);

const total = { passed: 0, failed: 0, skipped: 0 };
for (const [runner, ...args] of SUITES) {
  const file = `.cache/reports/${runner}.xml`;
  // What is read afterwards is a report of this run, or none.
  rmSync(file, { force: true });
  const { status } = spawnSync(`node_modules/.bin/${runner}`, args, { stdio: "inherit" });
  const report = existsSync(file) ? readFileSync(file, "utf8") : "";
  const [tests, skipped] = [count(report, "tests"), count(report, "skipped")];
  const broken = count(report, "failures") + count(report, "errors");
  // A runner that crashes, or a file that cannot be loaded, has no failed test and still failed.
  const failed = status === 0 && tests > 0 ? broken : Math.max(1, broken);
  total.passed += tests - skipped - broken;
  total.failed += failed;
  total.skipped += skipped;
}

const { passed, failed, skipped } = total;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

/** Adds one of the numbers up that a JUnit report has for each of its files. */
function count(report: string, attribute: string): number {
  const numbers = report.matchAll(new RegExp(`<testsuite\\b[^>]* ${attribute}="(\\d+)"`, "g"));
  return [...numbers].reduce((sum, [, value]) => sum + Number(value), 0);
}
