/** `npm test`: runs both test runners, and ends with one line for all tests. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";

import { findBrowser } from "./find-browser.ts";

if (findBrowser() === undefined) {
  console.log("No Chromium found: downloading Playwright's. To use another, set CHROMIUM_PATH.");
  spawnSync("npx playwright install chromium", { shell: true, stdio: "inherit" });
}
const hasBrowser = findBrowser() !== undefined;
const RUNNERS = hasBrowser ? ["vitest run", "playwright test"] : ["vitest run --project node"];

let [passed, failed] = [0, 0];
for (const runner of RUNNERS) {
  const report = `.cache/reports/${runner.split(" ")[0]}.xml`;
  // A report of an earlier run must not be counted.
  rmSync(report, { force: true });
  const { status } = spawnSync(`npx ${runner}`, { shell: true, stdio: "inherit" });
  const suites = existsSync(report) ? readFileSync(report, "utf8").match(/<testsuite .*?>/g) : null;
  const failures = countIn(suites, "failures") + countIn(suites, "errors");
  passed += countIn(suites, "tests") - countIn(suites, "skipped") - failures;
  // A runner that crashes, or a file that cannot be loaded, reports no failed test but has failed.
  failed += status === 0 ? failures : Math.max(1, failures);
}
if (!hasBrowser) {
  console.log(
    "\nNo test ran in a browser: install Chromium (Debian's package chromium), or set CHROMIUM_PATH.",
  );
}
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The sum of an attribute of all suites in a JUnit report. */
function countIn(suites: string[] | null, attribute: string): number {
  const values = suites?.map((suite) => suite.match(` ${attribute}="(\\d+)"`)?.[1] ?? 0) ?? [];
  return values.reduce<number>((sum, value) => sum + Number(value), 0);
}
