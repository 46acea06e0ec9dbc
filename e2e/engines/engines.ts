import { launch, type LaunchOptions, type Page } from "puppeteer-core";

import { installed } from "../../test-support/programs.ts";
import { launchWebKit, type Tab } from "../../test-support/webkit.ts";
import { requireBrowser } from "../../tools/find-browser.ts";

export type Engine = {
  name: string;
  /** The Debian packages it needs, if they are not installed. */
  missing: string | false;
  launch: (options: { reducedMotion: boolean }) => Promise<Browser>;
};

export type Browser = {
  /** `errors` receives console errors and uncaught exceptions, where the protocol reports them. */
  newTab: (errors: string[]) => Promise<Tab>;
  close: () => Promise<void>;
};

const firefoxPath = installed("firefox-esr") ?? installed("firefox");

export const ENGINES: Engine[] = [
  {
    // Without features that came later, so that their fallbacks are tested too.
    name: "Chromium of 2024",
    missing: false,
    launch: ({ reducedMotion }) => {
      const { executablePath, args } = requireBrowser();
      const motion = reducedMotion ? ["--force-prefers-reduced-motion"] : [];
      return launchBrowser({ executablePath, args: [...args, ...motion] }, (page) =>
        page.evaluateOnNewDocument(removeFeatures),
      );
    },
  },
  {
    name: "Firefox",
    missing: !firefoxPath && "firefox-esr",
    launch: ({ reducedMotion }) =>
      launchBrowser({
        browser: "firefox",
        executablePath: firefoxPath ?? "",
        extraPrefsFirefox: { "ui.prefersReducedMotion": Number(reducedMotion) },
      }),
  },
  {
    name: "WebKit",
    missing: (!installed("WebKitWebDriver") || !installed("Xvfb")) && "webkit2gtk-driver and xvfb",
    launch: launchWebKit,
  },
];

async function launchBrowser(
  options: LaunchOptions,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Browser> {
  const browser = await launch({ ...options, defaultViewport: null });
  return {
    newTab: async (errors) => {
      const page = await browser.newPage();
      page.on("pageerror", (error) => errors.push(String(error)));
      page.on("console", (message) => {
        // Chromium itself reports responses with an error status.
        const isOwn = message.text().startsWith("Failed to load resource");
        if (message.type() === "error" && !isOwn) errors.push(message.text());
      });
      await prepare?.(page);
      return page;
    },
    close: () => browser.close(),
  };
}

/** In the page, before its own script: removes invoker commands and light dismissal. */
function removeFeatures(): void {
  Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
  Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy");
  addEventListener("command", (event) => event.preventDefault(), true);
  addEventListener("load", () => {
    for (const dialog of document.querySelectorAll("dialog")) dialog.removeAttribute("closedby");
  });
}
