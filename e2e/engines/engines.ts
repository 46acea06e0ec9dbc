import { launch, type LaunchOptions } from "puppeteer-core";

import { installed } from "../../test-support/programs.ts";
import { findBrowser } from "../../tools/find-browser.ts";
import { launchWebKit, type Tab } from "./webkit.ts";

export type Engine = {
  name: string;
  /** The Debian packages it needs, if they are not installed. */
  missing: string | false;
  launch: (reducedMotion: boolean) => Promise<Browser>;
};

export type Browser = {
  /** `errors` receives console errors and uncaught exceptions, where the protocol reports them. */
  newTab: (errors: string[]) => Promise<Tab>;
  close: () => Promise<void>;
};

const chromium = findBrowser();
const firefoxPath = installed("firefox-esr") ?? installed("firefox");

export const CHROMIUM: Engine = {
  name: "Chromium",
  missing: !chromium && "chromium",
  launch: (reducedMotion) =>
    launchBrowser({
      executablePath: chromium?.executablePath ?? "",
      // Root has no sandbox.
      args: ["--no-sandbox", ...(reducedMotion ? ["--force-prefers-reduced-motion"] : [])],
    }),
};

export const FIREFOX: Engine = {
  name: "Firefox",
  missing: !firefoxPath && "firefox-esr",
  launch: (reducedMotion) =>
    launchBrowser({
      browser: "firefox",
      executablePath: firefoxPath ?? "",
      extraPrefsFirefox: { "ui.prefersReducedMotion": Number(reducedMotion) },
    }),
};

export const WEBKIT: Engine = {
  name: "WebKit",
  missing: (!installed("WebKitWebDriver") || !installed("Xvfb")) && "webkit2gtk-driver and xvfb",
  launch: launchWebKit,
};

async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const browser = await launch({ ...options, defaultViewport: null });
  return {
    newTab: async (errors) => {
      const page = await browser.newPage();
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        // Chromium itself reports the status of the 404 page.
        const isOurs = message.type() === "error" && !message.text().includes("status of 404");
        if (isOurs) errors.push(message.text());
      });
      return page;
    },
    close: () => browser.close(),
  };
}
