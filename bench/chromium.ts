import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { Launcher } from "chrome-launcher";

import { findBrowser } from "../tools/find-browser.ts";
import { BarePage, type Screen } from "./bare-page.ts";
import { DevTools } from "./devtools.ts";

/** A window's own pages, behind its address bar: they load just while ours is measured. */
const WINDOW_PAGES = ["WebUIOmniboxPopup", "WebUIOmniboxAimPopup"];

/** A Chromium with a fresh profile, driven over its DevTools port by us or by Lighthouse. */
export type Chromium = {
  port: number;
  openPage: (screen: Screen) => Promise<BarePage>;
  close: () => Promise<void>;
};

export async function launchChromium(): Promise<Chromium> {
  const profile = await mkdtemp(join(tmpdir(), "bench-chromium-"));
  const { executablePath, args } = findBrowser();
  const program = spawn(
    executablePath,
    [
      ...args,
      ...lighthouseFlags(),
      "--headless=new",
      "--remote-debugging-port=0",
      `--user-data-dir=${profile}`,
      "--hide-scrollbars",
      // The front's certificate is made anew at every run.
      "--ignore-certificate-errors",
      "about:blank",
    ],
    { stdio: "ignore" },
  );
  const ended = once(program, "exit");
  const port = await readPort(profile);
  const devtools = await DevTools.connect(port);
  return {
    port,
    openPage: (screen) => BarePage.open(devtools, screen),
    close: async () => {
      devtools.close();
      program.kill();
      await ended;
      await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

/** As Lighthouse starts a browser by itself: with nothing in the background. */
function lighthouseFlags(): string[] {
  return Launcher.defaultFlags().map((flag) =>
    flag.startsWith("--disable-features=") ? [flag, ...WINDOW_PAGES].join() : flag,
  );
}

/** Chromium chooses a free port and writes it into its profile. */
async function readPort(profile: string): Promise<number> {
  for (let tries = 0; tries < 200; tries += 1) {
    const text = await readFile(join(profile, "DevToolsActivePort"), "utf8").catch(() => "");
    const [port] = text.split("\n");
    if (port) return Number(port);
    await delay(100);
  }
  throw new Error("Chromium did not open its DevTools port within 20 s.");
}
