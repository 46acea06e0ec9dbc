import { execFileSync, spawnSync } from "node:child_process";
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

export type Browser = { executablePath: string; args: string[] };

/**
 * Finds a Chromium for tests and measurements: an installed one (`CHROMIUM_PATH` first), then
 * Playwright's own, then Debian's package. Throws when none can be installed.
 */
export function findBrowser(): Browser {
  const configured = process.env["CHROMIUM_PATH"];
  if (configured) return launchable(configured);
  const installed = INSTALLED.find((path) => existsSync(path));
  if (installed) return launchable(installed);
  if (run("npx", ["playwright", "install", "chromium"])) {
    return launchable(chromium.executablePath());
  }
  if (run("apt-get", ["update", "-q"])) {
    run("apt-get", ["install", "-y", "-q", "--no-install-recommends", "chromium"]);
  }
  if (existsSync("/usr/bin/chromium")) return launchable("/usr/bin/chromium");
  throw new Error("No Chromium found or installable: install one, or set CHROMIUM_PATH.");
}

/** Version line of a browser, for reports. */
export function browserVersion({ executablePath }: Browser): string {
  return execFileSync(executablePath, ["--version"], { encoding: "utf8" }).trim();
}

function launchable(executablePath: string): Browser {
  const rootless = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  // A test machine may be offline: without these, Chromium looks for a network at every start.
  return {
    executablePath,
    args: [...rootless, "--disable-background-networking", "--disable-component-update"],
  };
}

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { stdio: ["ignore", "ignore", "ignore"] }).status === 0;
}
