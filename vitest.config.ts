import { playwright } from "@vitest/browser-playwright";
import { defineConfig } from "vitest/config";

import { findBrowser } from "./tools/find-browser.ts";

const { executablePath, args } = findBrowser();

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "node",
          environment: "node",
          // Some start databases and servers, on machines that may be slow and busy.
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ["{domain,server,site,tools,bench}/**/*.test.ts"],
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
    ],
  },
});
