import { defineConfig } from "@playwright/test";

import { findBrowser } from "./tools/find-browser.ts";

const VARIANTS = ["hosted.e2e.ts", "animation.e2e.ts", "desk.e2e.ts"];

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/build.ts",
  projects: [
    // First: these have a site of their own, and one worker would wait for the other at the end.
    { name: "variants", testMatch: VARIANTS },
    { name: "site", testMatch: "*.e2e.ts", testIgnore: VARIANTS },
  ],
  outputDir: ".cache/e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  // Busy machines are slow, not wrong.
  timeout: 120_000,
  expect: { timeout: 15_000, toPass: { timeout: 30_000, intervals: [100] } },
  reporter: [["list"], ["./tools/summary-reporter.ts"]],
  use: {
    viewport: { width: 1440, height: 900 },
    // Motion costs most of the time where it is drawn without a graphics card.
    contextOptions: { reducedMotion: "reduce" },
    launchOptions: {
      // A getter: tools that only read this file, such as knip, need no browser.
      get executablePath() {
        return findBrowser();
      },
    },
  },
});
