/**
 * Drives Debian's Firefox and WebKit, because Playwright supports only its own builds, which not every CI can download.
 * Also drives the oldest Chromium of the browser baseline, which current Playwright does not support.
 */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { expect } from "@playwright/test";
import { launch, type Browser, type Page } from "puppeteer-core";
import { Builder, Key } from "selenium-webdriver";

import {
  freePort,
  installed,
  startProgram,
  stopProgram,
} from "../../test-support/services/programs.ts";
import { browserOptions, unpackBrowser } from "../../tools/browser-options.ts";
import type { Tab } from "./journey.ts";

type OpenTab = Tab & { close: () => Promise<void> };

export type Engine = {
  name: string;
  /** Debian packages or platform that the machine lacks. */
  missing: string | undefined;
  open: () => Promise<OpenTab>;
};

const firefoxPath = installed("firefox-esr") ?? installed("firefox");
export const missingForFirefox = firefoxPath ? undefined : "firefox-esr";
const missingForChromium126 =
  process.platform === "linux" && process.arch === "x64" ? undefined : "Linux on x64";
const hasWebKit = installed("WebKitWebDriver") && installed("Xvfb");

export const ENGINES: Engine[] = [
  { name: "Firefox", missing: missingForFirefox, open: openFirefox },
  { name: "Chromium 126", missing: missingForChromium126, open: openChromium126 },
  {
    name: "WebKit",
    missing: hasWebKit ? undefined : "webkit2gtk-driver and xvfb",
    open: openWebKit,
  },
];

export function launchFirefox(preferences = {}): Promise<Browser> {
  return launch({
    browser: "firefox",
    executablePath: firefoxPath ?? "",
    defaultViewport: null,
    extraPrefsFirefox: preferences,
  });
}

async function openFirefox(): Promise<OpenTab> {
  const browser = await launchFirefox();
  return toTab(browser, await browser.newPage());
}

async function openChromium126(): Promise<OpenTab> {
  const folder = unpackBrowser(new URL("../", import.meta.resolve("chromium-126")));
  const { env } = browserOptions();
  const browser = await launch({
    executablePath: join(folder, "chromium"),
    args: ["--no-sandbox"],
    headless: true,
    defaultViewport: null,
    env,
  });
  // Otherwise, nothing would show that npm delivered another version.
  expect(await browser.version()).toMatch(/\/126\./);
  return toTab(browser, await browser.newPage());
}

function toTab(browser: Browser, page: Page): OpenTab {
  return {
    goto: (url) => page.goto(url),
    reload: () => page.reload(),
    resize: (width, height) => page.setViewport({ width, height }),
    run: (inPage, argument) => page.evaluate(inPage as never, argument),
    click: ({ x, y }) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    pressEscape: () => page.keyboard.press("Escape"),
    close: () => browser.close(),
  };
}

/** Runs WebKitGTK's MiniBrowser in Xvfb. Uses Selenium, because WebKit's driver lacks WebDriver BiDi. */
async function openWebKit(): Promise<OpenTab> {
  let display = "";
  const screen = await startProgram("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
    ready: /^\d+$/m,
    onOutput: (chunk) => (display += chunk.toString()),
  });
  const { driver, server } = await startWebKitDriver(`:${/^\d+$/m.exec(display)?.[0]}`);
  return {
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    async resize(width, height) {
      // `setRect` sets the size of the window, not of the viewport.
      const [bars = 0, barsHeight = 0] = await driver.executeScript<number[]>(
        "return [outerWidth - innerWidth, outerHeight - innerHeight]",
      );
      const size = { width: width + bars, height: height + barsHeight };
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, ...size });
    },
    run: (inPage, argument) => driver.executeScript(inPage, argument),
    click: (point) =>
      driver
        .actions()
        .move({ ...point, duration: 0 })
        .click()
        .perform(),
    type: (text) => driver.actions().sendKeys(text.replaceAll("\n", Key.ENTER)).perform(),
    pressEscape: () => driver.actions().sendKeys(Key.ESCAPE).perform(),
    async close() {
      await driver.quit();
      await stopProgram(server, "SIGTERM");
      await stopProgram(screen, "SIGTERM");
    },
  };
}

const START_LIMIT_MS = 60_000;

async function startWebKitDriver(screen: string, isRestart = false) {
  const port = await freePort();
  const server = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: screen,
      GDK_BACKEND: "x11",
      NO_AT_BRIDGE: "1",
      // DMA-BUF is slow without a GPU.
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
    },
    stdio: "ignore",
  });
  const url = `http://127.0.0.1:${port}`;
  // Polls, because the driver logs nothing when it is ready.
  while (!(await fetch(`${url}/status`).catch(() => null))?.ok) await delay(20);
  // Scripts time out early, because a script that runs during unload never returns. Polls then retry.
  const capabilities = { browserName: "MiniBrowser", timeouts: { script: 3_000 } };
  const driver = new Builder().usingServer(url).withCapabilities(capabilities).build();
  const opened = driver.get("about:blank").then(() => true);
  if (await Promise.race([opened, delay(START_LIMIT_MS, false)])) return { driver, server };
  opened.catch(() => {});
  await stopProgram(server, "SIGKILL");
  if (isRestart) throw new Error("WebKitWebDriver opened no page at its second start either.");
  console.log(
    `WebKitWebDriver opened no page in ${START_LIMIT_MS / 1_000} s: restarting it, once.`,
  );
  return startWebKitDriver(screen, true);
}
