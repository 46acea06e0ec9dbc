import { existsSync } from "node:fs";

import { chromium } from "@playwright/test";

/** Where Chromium is usually installed, in the order of preference. */
const INSTALLED = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome-stable",
  "/usr/bin/google-chrome",
  "/snap/bin/chromium",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

export const NO_BROWSER =
  "No Chromium found: install Debian's package chromium, or set CHROMIUM_PATH.";

export type Browser = { executablePath: string; args: string[] };

/** The Chromium for tests and measurements: `CHROMIUM_PATH`, an installed one, Playwright's own. */
export function findBrowser(): Browser | undefined {
  const configured = process.env["CHROMIUM_PATH"];
  const executablePath =
    configured || [...INSTALLED, chromium.executablePath()].find((path) => existsSync(path));
  if (executablePath === undefined) return undefined;
  const rootless = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  // A test machine may be offline: without these, Chromium looks for a network at every start.
  const offline = ["--disable-background-networking", "--disable-component-update"];
  return { executablePath, args: [...rootless, ...offline] };
}

/** As `findBrowser`; throws where there is none. */
export function requireBrowser(): Browser {
  const browser = findBrowser();
  if (browser === undefined) throw new Error(NO_BROWSER);
  return browser;
}
