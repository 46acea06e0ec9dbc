import { defineConfig } from "@playwright/test";

export default defineConfig({
  testMatch: "*.engine.ts",
  globalSetup: "../build.ts",
  outputDir: "../../.cache/engines",
  workers: 1,
  forbidOnly: true,
  retries: process.env["CI"] ? 1 : 0,
  timeout: 300_000,
  expect: { toPass: { timeout: 30_000, intervals: [100] } },
  reporter: process.env["CI"] ? [["list"], ["../../tools/fail-on-skips.ts"]] : "list",
});
