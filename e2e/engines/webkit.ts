import { spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import type { Keyboard, Mouse, Page } from "puppeteer-core";
import { Builder, Key } from "selenium-webdriver";

import { freePort, startProgram, stopProgram } from "../../test-support/programs.ts";

/** One page: the part of Puppeteer's `Page` that W3C WebDriver can do too. */
export type Tab = Pick<Page, "evaluate" | "close"> & {
  goto: (address: string) => Promise<unknown>;
  goBack: (options: { waitUntil: [] }) => Promise<unknown>;
  setViewport: (size: { width: number; height: number }) => Promise<unknown>;
  mouse: Pick<Mouse, "move" | "down" | "up">;
  keyboard: Pick<Keyboard, "type"> & { press: (key: "Tab" | "Escape") => Promise<void> };
};

/**
 * Starts WebKitGTK's MiniBrowser on a virtual screen. Its driver has no BiDi, so that Puppeteer
 * cannot drive it.
 */
export async function launchWebKit(reducedMotion: boolean) {
  // WebKitGTK reads the preference for reduced motion from GTK's settings.
  const configuration = await mkdtemp(join(tmpdir(), "webkit-"));
  await mkdir(join(configuration, "gtk-3.0"));
  const settings = `[Settings]\ngtk-enable-animations=${Number(!reducedMotion)}\n`;
  await writeFile(join(configuration, "gtk-3.0/settings.ini"), settings);

  let display = "";
  const screen = await startProgram("Xvfb", ["-displayfd", "1", "-screen", "0", "1600x1200x24"], {
    ready: /^\d+$/m,
    onOutput: (chunk) => (display += chunk.toString()),
  });
  const port = await freePort();
  const server = spawn("WebKitWebDriver", [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${/^\d+$/m.exec(display)?.[0]}`,
      GDK_BACKEND: "x11",
      NO_AT_BRIDGE: "1",
      // Without a graphics card, sharing buffers with one is the slow way to draw.
      WEBKIT_DISABLE_DMABUF_RENDERER: "1",
      XDG_CONFIG_HOME: configuration,
    },
    stdio: "ignore",
  });
  const address = `http://127.0.0.1:${port}`;
  // The driver prints nothing when it is ready.
  while (!(await fetch(`${address}/status`).catch(() => null))?.ok) await delay(20);
  return {
    newTab: () => openTab(address),
    close: async () => {
      await stopProgram(server, "SIGTERM");
      await stopProgram(screen, "SIGTERM");
      await rm(configuration, { recursive: true });
    },
  };
}

/** A session of its own: a second tab of one session is never drawn. */
async function openTab(address: string): Promise<Tab> {
  // A script that runs while its page unloads never gets a response: time out soon, so a poll retries.
  const capabilities = { browserName: "MiniBrowser", timeouts: { script: 3_000 } };
  const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
  // The window is larger than its viewport.
  const [barsWidth, barsHeight] = await driver.executeScript<[number, number]>(
    "return [outerWidth - innerWidth, outerHeight - innerHeight]",
  );
  return {
    goto: (url) => driver.get(url),
    goBack: () => driver.navigate().back(),
    evaluate: (inPage, ...args) => driver.executeScript(inPage, ...args),
    setViewport: ({ width, height }) =>
      driver
        .manage()
        .window()
        .setRect({ x: 0, y: 0, width: width + barsWidth, height: height + barsHeight }),
    mouse: {
      move: (x, y) => driver.actions().move({ x, y, duration: 0 }).perform(),
      down: () => driver.actions().press().perform(),
      up: () => driver.actions().release().perform(),
    },
    keyboard: {
      press: (key) =>
        driver
          .actions()
          .sendKeys(key === "Tab" ? Key.TAB : Key.ESCAPE)
          .perform(),
      type: (text) => driver.actions().sendKeys(text.replaceAll("\n", Key.ENTER)).perform(),
    },
    close: () => driver.quit(),
  };
}
