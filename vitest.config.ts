import { playwright } from "@vitest/browser-playwright";
import { defineConfig, type TestProjectConfiguration } from "vitest/config";

import { findBrowser } from "./tools/find-browser.ts";
import { stylesheetGlobs } from "./tools/vite/stylesheet-globs.ts";

const inNode: TestProjectConfiguration = {
  test: {
    name: "node",
    environment: "node",
    // On every core: tests mostly wait for programs.
    maxWorkers: "100%",
    // Some tests start databases and servers, on machines that may be slow and busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
    include: ["{domain,server,site,supabase,tools,deploy}/**/*.test.ts", "e2e/faults/*.test.ts"],
    exclude: ["**/*.browser.test.ts"],
  },
};

const inChromium: TestProjectConfiguration = {
  plugins: [stylesheetGlobs()],
  test: {
    name: "browser",
    include: ["site/**/*.browser.test.{ts,tsx}"],
    // After the others: browsers and databases at the same time starve each other.
    sequence: { groupOrder: 1 },
    browser: {
      enabled: true,
      headless: true,
      screenshotFailures: false,
      provider: playwright({
        launchOptions: {
          // A getter: tools that only read this file, such as knip, need no browser.
          get executablePath() {
            return findBrowser();
          },
        },
      }),
      instances: [{ browser: "chromium" }],
    },
  },
};

export default defineConfig({
  define: { __HERO_ANIMATION__: "false" },
  test: {
    reporters: ["default", "./tools/summary-reporter.ts"],
    projects: [inNode, inChromium],
  },
});
