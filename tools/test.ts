/** `npm test`: installs a missing Chromium, runs both test runners, and ends with one line for all tests. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";

import { findBrowser } from "./find-browser.ts";

const INSTALLERS = [
  "npx playwright install chromium",
  "apt-get update -q && apt-get install -y -q --no-install-recommends chromium",
];
for (const installer of INSTALLERS) {
  if (findBrowser() !== undefined) break;
  console.log(`No Chromium found. Installing it: ${installer}`);
  console.log(
    "To skip this, set CHROMIUM_PATH to a browser, or run: npx vitest run --project node",
  );
  spawnSync(installer, { shell: true, stdio: ["ignore", "ignore", "inherit"] });
}
const browser = findBrowser();
console.log(
  browser ? `Testing in ${browser.executablePath}` : "Testing in Node alone, without a browser",
);

const RUNNERS = browser ? ["vitest run", "playwright test"] : ["vitest run --project node"];

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
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** The sum of an attribute of all suites in a JUnit report. */
function countIn(suites: string[] | null, attribute: string): number {
  const values = suites?.map((suite) => suite.match(` ${attribute}="(\\d+)"`)?.[1] ?? 0) ?? [];
  return values.reduce<number>((sum, value) => sum + Number(value), 0);
}
