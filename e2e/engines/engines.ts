import { spawn } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";

import { launch, type ElementHandle, type Page } from "puppeteer-core";
import { Builder, error, Key, type WebElement } from "selenium-webdriver";

import {
  freePort,
  installed,
  startProgram,
  stopProgram,
} from "../../test-support/services/programs.ts";
import { findBrowser } from "../../tools/find-browser.ts";

/**
 * An installed browser. Playwright is not used here: it drives its own builds of Firefox and WebKit only, which
 * machines without its downloads lack, while Debian has both engines.
 */
export type Engine = {
  name: string;
  /** The Debian packages it needs, if they are not installed. */
  missing: string | false;
  open: () => Promise<Tab>;
};

export type Tab = {
  goto: (address: string) => Promise<unknown>;
  reload: () => Promise<unknown>;
  resize: (width: number, height: number) => Promise<unknown>;
  /** Runs a function in the page, where it cannot use anything of its module. */
  run: Page["evaluate"];
  click: Act<[]>;
  type: Act<[text: string]>;
  pressEscape: () => Promise<unknown>;
  close: () => Promise<void>;
};

type Act<Args extends unknown[]> = (
  find: Find,
  selector: string,
  name: string,
  ...args: Args
) => Promise<boolean>;
type Find = (selector: string, name: string) => Element | null;

const firefoxPath = installed("firefox-esr") ?? installed("firefox");

export const ENGINES: Engine[] = [
  {
    name: "Chromium",
    missing: false,
    open: () => openByPuppeteer("chrome", findBrowser(), ["--no-sandbox"]),
  },
  {
    name: "Firefox",
    missing: !firefoxPath && "firefox-esr",
    open: () => openByPuppeteer("firefox", firefoxPath),
  },
  {
    name: "WebKit",
    missing: (!installed("WebKitWebDriver") || !installed("Xvfb")) && "webkit2gtk-driver and xvfb",
    open: openWebKit,
  },
];

async function openByPuppeteer(
  browser: "chrome" | "firefox",
  executablePath = "",
  flags: string[] = [],
): Promise<Tab> {
  const program = await launch({ browser, executablePath, args: flags, defaultViewport: null });
  const page = await program.newPage();
  const act = async (
    find: Find,
    selector: string,
    name: string,
    doIt: (element: ElementHandle) => Promise<unknown>,
  ) => {
    const element = (await page.evaluateHandle(find, selector, name)).asElement();
    if (!element) return false;
    await doIt(element as ElementHandle);
    return true;
  };
  return {
    goto: (address) => page.goto(address),
    reload: () => page.reload(),
    resize: (width, height) => page.setViewport({ width, height }),
    run: (inPage, ...args) => page.evaluate(inPage, ...args),
    click: (find, selector, name) => act(find, selector, name, (element) => element.click()),
    type: (find, selector, name, text) =>
      act(find, selector, name, (element) => element.type(text)),
    pressEscape: () => page.keyboard.press("Escape"),
    close: () => program.close(),
  };
}

/** WebKitGTK's MiniBrowser on a virtual screen. Its driver has no BiDi, so that Puppeteer cannot drive it. */
async function openWebKit(): Promise<Tab> {
  let display = "";
  const screen = await startProgram("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
    ready: /^\d+$/m,
    onOutput: (chunk) => (display += chunk.toString()),
  });
  const { driver, server } = await startWebKitDriver(`:${/^\d+$/m.exec(display)?.[0]}`);
  /** False, too, while the driver says that the element has just moved, or that the page is busy. */
  const click = async (find: Find, selector: string, name: string) => {
    try {
      const origin = await driver.executeScript<WebElement | null>(find, selector, name);
      if (!origin) return false;
      await driver.actions().move({ origin, duration: 0 }).click().perform();
      return true;
    } catch (cause) {
      if (cause instanceof error.WebDriverError) return false;
      throw cause;
    }
  };
  return {
    goto: (url) => driver.get(url),
    reload: () => driver.navigate().refresh(),
    async resize(width, height) {
      // The window is larger than its viewport.
      const [bars = 0, barsHeight = 0] = await driver.executeScript<number[]>(
        "return [outerWidth - innerWidth, outerHeight - innerHeight]",
      );
      await driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, width: width + bars, height: height + barsHeight });
    },
    run: (inPage, ...args) => driver.executeScript(inPage, ...args),
    click,
    async type(find, selector, name, text) {
      if (!(await click(find, selector, name))) return false;
      await driver.actions().sendKeys(text.replaceAll("\n", Key.ENTER)).perform();
      return true;
    },
    pressEscape: () => driver.actions().sendKeys(Key.ESCAPE).perform(),
    async close() {
      await driver.quit();
      await stopProgram(server, "SIGTERM");
      await stopProgram(screen, "SIGTERM");
    },
  };
}

const START_LIMIT_MS = 60_000;

/** Starts it again where it hangs, as it does in about one start of a dozen, before a page opens. */
async function startWebKitDriver(screen: string) {
  for (let tries = 1; ; tries += 1) {
    const port = await freePort();
    const server = spawn("WebKitWebDriver", [`--port=${port}`], {
      env: {
        ...process.env,
        DISPLAY: screen,
        GDK_BACKEND: "x11",
        NO_AT_BRIDGE: "1",
        // Without a graphics card, sharing buffers with one is the slow way to draw.
        WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      },
      stdio: "ignore",
    });
    const address = `http://127.0.0.1:${port}`;
    // The driver prints nothing when it is ready.
    while (!(await fetch(`${address}/status`).catch(() => null))?.ok) await delay(20);
    // A script that runs while its page unloads never gets a response: time out soon, so a poll retries.
    const capabilities = { browserName: "MiniBrowser", timeouts: { script: 3_000 } };
    const driver = new Builder().usingServer(address).withCapabilities(capabilities).build();
    const opened = driver.get("about:blank").then(() => true);
    if (await Promise.race([opened, delay(START_LIMIT_MS, false)])) return { driver, server };
    opened.catch(() => {});
    await stopProgram(server, "SIGKILL");
    if (tries === 3) throw new Error("WebKitWebDriver did not start.");
  }
}
