/**
 * How long a picture of the showcase is missing while its card is in the window: on a fresh visit
 * over a throttled network, scrolled by the wheel and paged by the keyboard.
 */
import { setTimeout as delay } from "node:timers/promises";

import type { Browser, Page } from "puppeteer-core";

import type { Measurements } from "./budgets.ts";
import { median, repeat, round } from "./statistics.ts";

const ROUNDS = 5;
/** CSS pixels a second. */
const SPEED = 2_500;
/** Milliseconds from moving the pointer into the window to turning the wheel. */
const REACTION_MS = 200;

/** Megabits a second, and a round trip in milliseconds. */
type Network = { megabits: number; latency: number };

/** The longer of scrolling and paging, each the median of the longest waits of its rounds. */
export async function measurePictureWait(browser: Browser, origin: string): Promise<Measurements> {
  const longest = async (network: Network) => {
    const waits: number[] = [];
    for (const act of [scroll, pageDown]) {
      waits.push(median(await repeat(ROUNDS, () => visit(browser, origin, network, act))));
    }
    return round(Math.max(...waits));
  };
  return {
    pictureWaitSlow: await longest({ megabits: 1.6, latency: 150 }),
    pictureWaitFast: await longest({ megabits: 10, latency: 40 }),
  };
}

async function scroll(page: Page): Promise<void> {
  const devtools = await page.createCDPSession();
  await page.mouse.move(700, 500);
  await delay(REACTION_MS);
  await devtools.send("Input.synthesizeScrollGesture", {
    x: 700,
    y: 500,
    yDistance: -3_600,
    speed: SPEED,
    preventFling: true,
    gestureSourceType: "mouse",
  });
}

async function pageDown(page: Page): Promise<void> {
  for (let count = 0; count < 5; count += 1) {
    await page.keyboard.press("PageDown");
    await delay(400);
  }
}

async function visit(
  browser: Browser,
  origin: string,
  { megabits, latency }: Network,
  act: (page: Page) => Promise<void>,
): Promise<number> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.setViewport({ width: 1440, height: 900 });
  const bytes = (megabits * 1_000_000) / 8;
  await page.emulateNetworkConditions({ latency, download: bytes, upload: bytes });
  await page.goto(origin, { waitUntil: "networkidle0" });
  await page.evaluate(watchCards);
  await act(page);
  await page.evaluate("Promise.all([...document.images].map((image) => image.decode()))");
  await delay(100);
  const longest = await page.evaluate("longestPictureWait()");
  await context.close();
  return Number(longest);
}

/**
 * Records at each frame which cards are visible (a tenth of their opacity, a pixel of their picture)
 * and which pictures are loaded. Runs in the page.
 */
function watchCards(): void {
  const cards = [...document.querySelectorAll<HTMLElement>(".data-showcase-card")];
  const seen = new Map<HTMLElement, number>();
  const loaded = new Map<HTMLElement, number>();
  const check = (now: number) => {
    for (const card of cards) {
      const image = card.querySelector("img") as HTMLImageElement;
      const { top, bottom } = (image.parentElement as HTMLElement).getBoundingClientRect();
      const shown = Number(getComputedStyle(card).opacity) >= 0.1;
      if (!seen.has(card) && shown && top < innerHeight && bottom > 0) seen.set(card, now);
      if (!loaded.has(card) && image.complete && image.naturalWidth > 0) loaded.set(card, now);
    }
    requestAnimationFrame(check);
  };
  requestAnimationFrame(check);
  Object.assign(window, {
    longestPictureWait: () =>
      Math.max(0, ...[...seen].map(([card, at]) => (loaded.get(card) ?? Infinity) - at)),
  });
}
