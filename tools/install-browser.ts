/**
 * Run by `npm test` before the suites: installs a Chromium where there is none, Playwright's own or
 * Debian's. Where neither can be installed, tests that need it are skipped.
 */
import { spawnSync } from "node:child_process";

import { findBrowser, NO_BROWSER } from "./find-browser.ts";

const ATTEMPTS = [
  "npx playwright install chromium",
  "apt-get update -q && apt-get install -y -q --no-install-recommends chromium",
];
for (const attempt of ATTEMPTS) {
  if (findBrowser() === undefined) spawnSync("sh", ["-c", attempt], { stdio: "ignore" });
}
console.log(findBrowser()?.executablePath ?? NO_BROWSER);
