import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

import { browserOptions } from "./tools/browser-options.ts";
import FailOnSkips from "./tools/fail-on-skips.ts";
import { isolateEnvironment } from "./tools/test-environment.ts";
import { stylesheetGlobs } from "./tools/vite/stylesheet-globs.ts";

isolateEnvironment();

const inNode: TestProjectConfiguration = {
  test: {
    name: "node",
    environment: "node",
    globalSetup: "test-support/services/shared-postgres.ts",
    // Uses every CPU, because tests mostly wait for other processes.
    maxWorkers: "100%",
    // Generous, for tests that start databases on slow machines.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    include: ["{domain,server,site,probe,tools,deploy}/**/*.test.ts", "e2e/faults/*.test.ts"],
    exclude: ["**/*.browser.test.ts"],
  },
};

const inChromium: TestProjectConfiguration = {
  plugins: [stylesheetGlobs()],
  test: {
    name: "browser",
    include: ["site/**/*.browser.test.{ts,tsx}"],
    // Runs after the tests in Node, because their databases would slow the browser down.
    sequence: { groupOrder: 1 },
    // Generous, because a busy machine takes seconds for a smooth scroll. The default is 1 s.
    expect: { poll: { timeout: 15_000 } },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({ launchOptions: browserOptions() }),
      instances: [{ browser: "chromium" }],
    },
  },
};

export default defineConfig({
  define: { __HERO_ANIMATION__: "false" },
  test: {
    reporters: process.env["STRICT_TESTS"] ? ["default", new FailOnSkips()] : ["default"],
    projects: [inNode, inChromium],
  },
});
