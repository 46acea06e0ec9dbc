import { defineConfig } from "@playwright/test";

import { requireBrowser } from "./tools/find-browser.ts";

export default defineConfig({
  testDir: "e2e",
  globalSetup: "./e2e/build.ts",
  testMatch: "*.e2e.ts",
  outputDir: ".cache/e2e",
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  timeout: 60_000,
  // Busy machines are slow, not wrong.
  expect: { timeout: 15_000 },
  reporter: [["list"], ["json", { outputFile: ".cache/reports/playwright.json" }]],
  use: { viewport: { width: 1440, height: 900 }, launchOptions: requireBrowser() },
});
