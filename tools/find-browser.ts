import { existsSync } from "node:fs";

import { chromium } from "@playwright/test";

export const NO_BROWSER =
  "No Chromium found: install Debian's package chromium, or set CHROMIUM_PATH.";

/** The Chromium for tests and measurements: `CHROMIUM_PATH`, an installed one, or Playwright's own. */
export function findBrowser(): { executablePath: string } | undefined {
  const known = ["/usr/bin/chromium", "/usr/bin/google-chrome", chromium.executablePath()];
  const executablePath = process.env["CHROMIUM_PATH"] || known.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath };
}

/** As `findBrowser`; throws where there is none. */
export function requireBrowser(): { executablePath: string } {
  const browser = findBrowser();
  if (browser === undefined) throw new Error(NO_BROWSER);
  return browser;
}
