/**
 * `npm test` runs this before the suites: it installs a missing Chromium, Playwright's own or Debian's.
 * If neither can be installed, the tests that need it are skipped.
 */
import { spawnSync } from "node:child_process";

import { findBrowser, NO_BROWSER } from "./find-browser.ts";

const ATTEMPTS = [
  "npx playwright install chromium",
  "apt-get update -q && apt-get install -y -q --no-install-recommends chromium",
];
for (const attempt of ATTEMPTS) {
  if (findBrowser() !== undefined) break;
  console.log(`No Chromium found. Installing it: ${attempt}`);
  spawnSync("sh", ["-c", attempt], { stdio: "ignore" });
}
console.log(findBrowser()?.executablePath ?? NO_BROWSER);
