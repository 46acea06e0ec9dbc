import { chromium as playwright, type Page } from "@playwright/test";

import { findBrowser } from "../../tools/find-browser.ts";
import { callOf, KEYS, type Browser, type Engine, type Tab } from "./engine.ts";

/**
 * Chromium without what it has learned since 2024. So the fallbacks are tested, and the journey
 * tried, where no other engine is installed.
 */
export const chromium: Engine = { name: "Chromium of 2024", missing: null, launch };

const NAMES: Record<string, string> = {
  [KEYS.tab]: "Tab",
  [KEYS.enter]: "Enter",
  [KEYS.escape]: "Escape",
};

async function launch({ reducedMotion }: { reducedMotion: boolean }): Promise<Browser> {
  const { executablePath, args } = findBrowser();
  const browser = await playwright.launch({
    args,
    // A page that was left is kept for the way back, as it is for visitors.
    ignoreDefaultArgs: ["--disable-back-forward-cache"],
    ...(executablePath ? { executablePath } : {}),
  });
  const context = await browser.newContext({
    reducedMotion: reducedMotion ? "reduce" : "no-preference",
  });
  await context.addInitScript(forgetFeatures);
  return {
    newTab: async () => openTab(await context.newPage()),
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
    // Committed, not loaded: a page that was kept for the way back does not load again.
    back: async () => void (await page.goBack({ waitUntil: "commit" })),
    evaluate: (inPage, ...words) => page.evaluate(callOf(inPage, words)),
    resize: (width, height) => page.setViewportSize({ width, height }),
    press: async (from, to = from) => {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
    },
    type: async (text) => {
      for (const character of text) await page.keyboard.press(NAMES[character] ?? character);
    },
    errors: () => errors,
    close: () => page.close(),
  };
}

/** In the page, before its own script: takes invoker commands and light dismissal away. */
function forgetFeatures(): void {
  Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
  Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy");
  addEventListener("command", (event) => event.preventDefault(), true);
  addEventListener("load", () => {
    for (const dialog of document.querySelectorAll("dialog")) dialog.removeAttribute("closedby");
  });
}
