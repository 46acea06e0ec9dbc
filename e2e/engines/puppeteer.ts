import { launch, type LaunchOptions, type Page } from "puppeteer-core";

import { installed } from "../../test-support/installed.ts";
import { findBrowser } from "../../tools/find-browser.ts";
import type { Browser, Engine, Tab } from "./engine.ts";

const firefoxPath = installed("firefox-esr") ?? installed("firefox");

/** Firefox, over WebDriver BiDi. */
export const firefox: Engine = {
  name: "Firefox",
  missing: firefoxPath ? null : "firefox-esr",
  launch: ({ reducedMotion }) =>
    launchBrowser({
      browser: "firefox",
      executablePath: firefoxPath ?? "",
      extraPrefsFirefox: { "ui.prefersReducedMotion": Number(reducedMotion) },
    }),
};

/** Chromium without its features since 2024, so that their fallbacks are tested too. */
export const chromium: Engine = {
  name: "Chromium of 2024",
  missing: null,
  launch: ({ reducedMotion }) => {
    const { executablePath, args } = findBrowser();
    const motion = reducedMotion ? ["--force-prefers-reduced-motion"] : [];
    return launchBrowser({ executablePath, args: [...args, ...motion] }, (page) =>
      page.evaluateOnNewDocument(removeFeatures),
    );
  },
};

async function launchBrowser(
  options: LaunchOptions,
  prepare?: (page: Page) => Promise<unknown>,
): Promise<Browser> {
  const browser = await launch({ ...options, defaultViewport: null });
  return {
    newTab: async () => {
      const page = await browser.newPage();
      await prepare?.(page);
      return openTab(page);
    },
    close: () => browser.close(),
  };
}

function openTab(page: Page): Tab {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    // Chromium itself reports the status of what was not found.
    const isOwn = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isOwn) errors.push(message.text());
  });
  return {
    open: async (address) => void (await page.goto(address)),
    evaluate: (inPage, ...args) => page.evaluate(inPage as (...args: unknown[]) => never, ...args),
    resize: (width, height) => page.setViewport({ width, height }),
    press: async (from, to = from) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    key: (key) => page.keyboard.press(key),
    errors: () => errors,
    close: () => page.close(),
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
