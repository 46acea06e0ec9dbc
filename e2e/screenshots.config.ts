import { defineConfig } from "@playwright/test";

import tests from "../playwright.config.ts";

export default defineConfig({
  testMatch: "screenshots.ts",
  globalSetup: "./build.ts",
  outputDir: "../.cache/screenshots",
  snapshotPathTemplate: "../screenshots/{arg}{ext}",
  fullyParallel: true,
  workers: 2,
  timeout: 120_000,
  // Antialiasing differs by a few pixels between runs.
  expect: { timeout: 15_000, toHaveScreenshot: { threshold: 0, maxDiffPixels: 20 } },
  reporter: [["list"], ["html", { outputFolder: "../.cache/screenshots-report", open: "never" }]],
  // Reduced motion, so that no image depends on how far a fade or a smooth scroll has come.
  use: { ...tests.use, contextOptions: { reducedMotion: "reduce" } },
});
