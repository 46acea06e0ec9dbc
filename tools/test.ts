/** `npm test`: every suite in turn, then one line for all of them. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, rmSync } from "node:fs";

import type { JSONReport } from "@playwright/test/reporter";
import type { JsonTestResults } from "vitest/node";

import { findBrowser } from "./find-browser.ts";

const inChromium = findBrowser() !== undefined;
const SUITES = [
  ["vitest", "run", "--project", "node", ...(inChromium ? ["--project", "browser"] : [])],
  // On their own: browsers and databases at the same time starve each other.
  ["vitest", "run", "--project", "engines"],
  ...(inChromium ? [["playwright", "test"]] : []),
];

const total = { passed: 0, failed: 0, skipped: 0 };
for (const [runner = "", ...args] of SUITES) {
  const file = `.cache/reports/${runner}.json`;
  // A report of an earlier run must not be counted.
  rmSync(file, { force: true });
  const { status } = spawnSync(`node_modules/.bin/${runner}`, args, { stdio: "inherit" });
  const { passed, failed, skipped } = readCounts(file);
  const ran = passed + failed + skipped;
  total.passed += passed;
  total.skipped += skipped;
  // A runner that crashes, or a file that cannot be loaded, reports no failed test but has failed.
  const broken = status === 0 && ran > 0 ? failed : Math.max(1, failed);
  total.failed += broken;
  if (broken > 0) console.log(`\nFailed: npx ${[runner, ...args].join(" ")}`);
  // The runner has said why none of its tests ran, and the other suites would only repeat it.
  if (ran === 0) break;
}

const { passed, failed, skipped } = total;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 ? 0 : 1;

/** From the JSON report of either runner. */
function readCounts(file: string): typeof total {
  if (!existsSync(file)) return { passed: 0, failed: 0, skipped: 0 };
  const report = JSON.parse(readFileSync(file, "utf8")) as JsonTestResults | JSONReport;
  if ("stats" in report) {
    const { stats } = report;
    return {
      passed: stats.expected + stats.flaky,
      failed: stats.unexpected,
      skipped: stats.skipped,
    };
  }
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = report;
  return {
    passed: numPassedTests,
    failed: numFailedTests,
    skipped: numPendingTests + numTodoTests,
  };
}
