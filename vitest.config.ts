import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

import { findBrowser } from "./tools/find-browser.ts";

const { executablePath, args } = findBrowser();

export default defineConfig({
  define: { __HERO_ANIMATION__: "false" },
  test: {
    reporters: ["default", ["junit", { outputFile: ".cache/reports/vitest.xml" }]],
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          // Some tests start databases and servers, on machines that may be slow and busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ["{domain,server,site,tools,bench,deploy}/**/*.test.ts", "e2e/faults/*.test.ts"],
          exclude: ["**/*.browser.test.ts"],
        },
      },
      {
        test: {
          name: "browser",
          include: ["site/**/*.browser.test.{ts,tsx}"],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args, ...(executablePath ? { executablePath } : {}) },
            }),
            instances: [{ browser: "chromium" }],
          },
        },
      },
      {
        test: {
          name: "engines",
          environment: "node",
          include: ["e2e/engines/*.engine.test.ts"],
          globalSetup: "e2e/build.ts",
          // Slow machines need time, not a failure.
          testTimeout: 90_000,
          hookTimeout: 90_000,
          expect: { poll: { timeout: 15_000 } },
        },
      },
    ],
  },
});
