import { defineConfig } from "@playwright/test";

import { isolateEnvironment } from "../../tools/test-environment.ts";

isolateEnvironment();

export default defineConfig({
  testMatch: "*.engine.ts",
  globalSetup: "../build.ts",
  outputDir: "../../.cache/engines",
  workers: 1,
  forbidOnly: true,
  retries: process.env["STRICT_TESTS"] ? 1 : 0,
  timeout: 300_000,
  expect: { toPass: { timeout: 30_000, intervals: [100] } },
  reporter: process.env["STRICT_TESTS"] ? [["list"], ["../../tools/fail-on-skips.ts"]] : "list",
});
