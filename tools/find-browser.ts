import { existsSync } from "node:fs";

import { chromium } from "@playwright/test";

/** The Chromium for engines' tests, measurements and pictures: `CHROMIUM_PATH`, an installed one, or Playwright's own. */
export function findBrowser(): { executablePath: string } | undefined {
  const known = ["/usr/bin/chromium", "/usr/bin/google-chrome", chromium.executablePath()];
  const executablePath = process.env["CHROMIUM_PATH"] || known.find((path) => existsSync(path));
  return executablePath === undefined ? undefined : { executablePath };
}

/**
 * The Chromium for tests that need no window: where it is installed, its headless shell, which starts and
 * paints twice as fast.
 */
export function findHeadlessBrowser(): { executablePath: string } | undefined {
  const shell = "/usr/bin/chromium-headless-shell";
  const prefersShell = !process.env["CHROMIUM_PATH"] && existsSync(shell);
  return prefersShell ? { executablePath: shell } : findBrowser();
}

/** Throws where none was found. */
export function requireBrowser(browser = findBrowser()): { executablePath: string } {
  if (browser !== undefined) return browser;
  throw new Error("No Chromium found: install Debian's package chromium, or set CHROMIUM_PATH.");
}
