/** Reporter for Vitest and Playwright: fails a run with STRICT_TESTS if it skips a test whose title is not in `ALLOWED`. */
import type { FullResult, TestCase, TestResult } from "@playwright/test/reporter";
import type { TestModule } from "vitest/node";

/** Reasons by title. */
const ALLOWED: Record<string, string> = {
  "on a full disk the site is served and inserts get 503, until space is freed":
    "only root outside a container may mount a small disk",
};

export default class FailOnSkips {
  readonly #skipped: string[] = [];

  /** Is called by Vitest. */
  onTestRunEnd(modules: readonly TestModule[]): void {
    const skipped = modules.flatMap(({ children }) => [...children.allTests("skipped")]);
    if (hasForbidden(skipped.map(({ name }) => name))) process.exitCode = 1;
  }

  /** Is called by Playwright, as is `onEnd`. */
  onTestEnd({ title }: TestCase, { status }: TestResult): void {
    if (status === "skipped") this.#skipped.push(title);
  }

  onEnd(): { status: FullResult["status"] } | undefined {
    return hasForbidden(this.#skipped) ? { status: "failed" } : undefined;
  }
}

function hasForbidden(skipped: string[]): boolean {
  for (const title of skipped) {
    const reason = ALLOWED[title] ?? "FAILED, because tools/fail-on-skips.ts does not allow it";
    console.log(`Skipped: ${title}: ${reason}`);
  }
  return skipped.some((title) => !(title in ALLOWED));
}
