import type { FullResult, Reporter as PlaywrightReporter, Suite } from "@playwright/test/reporter";
import type { Reporter as VitestReporter, TestCase, TestModule } from "vitest/node";

/** Prints the reasons of skipped tests, then the counts on a line of their own. */
export default class SummaryReporter implements PlaywrightReporter, VitestReporter {
  private suite: Suite | undefined;

  onBegin(_config: unknown, suite: Suite): void {
    this.suite = suite;
  }

  onEnd({ status }: FullResult): void {
    const tests = this.suite?.allTests() ?? [];
    printSummary("Playwright", status, {
      passed: tests.filter((test) => test.ok() && test.outcome() !== "skipped").length,
      failed: tests.filter((test) => !test.ok()).length,
      skipped: tests
        .filter((test) => test.outcome() === "skipped")
        .map(({ title, annotations }) => annotations[0]?.description ?? title),
    });
  }

  onTestRunEnd(modules: readonly TestModule[], _errors: unknown, status: string): void {
    const tests = modules.flatMap(({ children }) => [...children.allTests()]);
    const withState = (state: string) => tests.filter((test) => test.result().state === state);
    printSummary("Vitest", status, {
      passed: withState("passed").length,
      failed: withState("failed").length,
      skipped: withState("skipped").map(reasonOf),
    });
  }
}

/** Returns the reason passed to `skip`, or the title of the skipped suite. */
function reasonOf(test: TestCase): string {
  const result = test.result();
  if ("note" in result && result.note) return result.note;
  const [outermost = ""] = test.fullName.split(" > ");
  return outermost;
}

function printSummary(
  runner: string,
  status: string,
  { passed, failed, skipped }: { passed: number; failed: number; skipped: string[] },
): void {
  // A run also fails if a test file does not load.
  const failures = status === "passed" ? failed : Math.max(1, failed);
  const reasons = skipped.length > 0 ? `, skipped: ${[...new Set(skipped)].join("; ")}` : "";
  console.log(`\n${runner}${reasons}`);
  console.log(`${passed} passed, ${failures} failed, ${skipped.length} skipped`);
}
