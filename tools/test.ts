/**
 * `npm test`: builds the site, runs every suite in real browsers and on real stores, and closes
 * with one line over all of them. Arguments are passed to no suite: run those by name instead.
 */
import { spawnSync } from "node:child_process";
import { mkdir, readFile, rm } from "node:fs/promises";

import { browserVersion, findBrowser } from "./find-browser.ts";

type Counts = { passed: number; failed: number; skipped: number };

type TestFile = {
  name: string;
  assertionResults: Array<{ ancestorTitles: string[]; status: string }>;
};

const REPORTS = ".cache/reports";
await rm(REPORTS, { recursive: true, force: true });
await mkdir(REPORTS, { recursive: true });

console.log(`Browser: ${browserVersion(findBrowser())}`);

const totals: Counts = { passed: 0, failed: 0, skipped: 0 };
await suite("vitest", ["run", "--project", "node", "--project", "browser"], readVitest);
// One browser after another: three at once, and databases beside them, starve each other.
await suite("vitest", ["run", "--project", "engines", "--no-file-parallelism"], readVitest);
await suite("playwright", ["test"], async () => {
  const { stats, errors } = await readReport<{
    stats: { expected: number; unexpected: number; flaky: number; skipped: number };
    errors: unknown[];
  }>("playwright");
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
});

const { passed, failed, skipped } = totals;
console.log(`\n${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;

/** Runs a test runner and adds what it counted; a runner that ends badly without a count failed. */
async function suite(command: string, args: string[], count: () => Promise<Counts>): Promise<void> {
  // What is read afterwards is a report of this run, or none.
  await rm(`${REPORTS}/${command}.json`, { force: true });
  const { status } = spawnSync(`node_modules/.bin/${command}`, args, { stdio: "inherit" });
  const counted = await count().catch((): Counts => ({ passed: 0, failed: 1, skipped: 0 }));
  if (status !== 0 && counted.failed === 0) counted.failed = 1;
  totals.passed += counted.passed;
  totals.failed += counted.failed;
  totals.skipped += counted.skipped;
}

async function readVitest(): Promise<Counts> {
  const report = await readReport<{
    numPassedTests: number;
    numFailedTests: number;
    numPendingTests: number;
    success: boolean;
    testResults: TestFile[];
  }>("vitest");
  for (const line of countEngines(report.testResults)) console.log(line);
  return {
    passed: report.numPassedTests,
    // A file that could not even be loaded has no failed test, and is no success.
    failed: report.success ? 0 : Math.max(1, report.numFailedTests),
    skipped: report.numPendingTests,
  };
}

/** One line for each engine that the visitor's journey was made in. */
function countEngines(files: TestFile[]): string[] {
  const results = files
    .filter(({ name }) => name.endsWith(".engine.test.ts"))
    .flatMap(({ assertionResults }) => assertionResults);
  const engines = Map.groupBy(results, ({ ancestorTitles }) => ancestorTitles[0]);
  return [...engines].map(([engine, tests]) => {
    const counts = Map.groupBy(tests, ({ status }) => status);
    const words = [...counts].map(([status, some]) => `${some.length} ${status}`);
    return `${engine}: ${words.join(", ")}`;
  });
}

async function readReport<Report>(name: string): Promise<Report> {
  return JSON.parse(await readFile(`${REPORTS}/${name}.json`, "utf8")) as Report;
}
