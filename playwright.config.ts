import { defineConfig } from "@playwright/test";

import { browserOptions } from "./tools/browser-options.ts";
import { isolateEnvironment } from "./tools/test-environment.ts";

isolateEnvironment();

const VARIANTS = ["hosted.e2e.ts", "animation.e2e.ts", "desk.e2e.ts", "island.e2e.ts"];

/** Their promises do not depend on motion. Without a GPU, motion takes half of a page's CPU time. */
const STILL = ["accessibility.e2e.ts", "failures.e2e.ts", "layout.e2e.ts", "sending.e2e.ts"];

export default defineConfig({
  testDir: ".",
  globalSetup: "./e2e/build.ts",
  projects: [
    // These run first, because they build a site. If they ran last, the other worker would idle.
    { name: "variants", testMatch: VARIANTS },
    { name: "site", testMatch: "**/*.e2e.ts", testIgnore: [...VARIANTS, ...STILL] },
    { name: "still", testMatch: STILL, use: { contextOptions: { reducedMotion: "reduce" } } },
  ],
  outputDir: ".cache/e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // A browser on a busy machine may stop drawing. A test that passes only at its second try is reported as flaky.
  retries: process.env["STRICT_TESTS"] ? 1 : 0,
  // Generous, for slow CI machines.
  timeout: 120_000,
  expect: { timeout: 15_000, toPass: { timeout: 30_000, intervals: [100] } },
  reporter: process.env["STRICT_TESTS"] ? [["list"], ["./tools/fail-on-skips.ts"]] : "list",
  use: {
    launchOptions: browserOptions(),
  },
});
