/**
 * How long a picture of the showcase is missing while its card is in the window: on a fresh visit
 * over a throttled network, scrolled by the wheel and paged by the keyboard.
 */
import { setTimeout as delay } from "node:timers/promises";

import type { Browser, Page } from "@playwright/test";

import type { Figures, Measure } from "./budgets.ts";
import { median } from "./statistics.ts";

const ROUNDS = 5;
/** CSS pixels a second. */
const SPEED = 2_500;
/** Megabits a second, and the milliseconds of a round trip that go with it. */
const NETWORKS = {
  pictureWaitSlow: { megabits: 1.6, latency: 150 },
  pictureWaitFast: { megabits: 10, latency: 40 },
} as const;
/** Milliseconds from the pointer's arrival in the window to the first turn of the wheel. */
const REACH = 200;

const MOVES = {
  scroll: async (page: Page) => {
    const devtools = await page.context().newCDPSession(page);
    await page.mouse.move(700, 500);
    await delay(REACH);
    await devtools.send("Input.synthesizeScrollGesture", {
      x: 700,
      y: 500,
      yDistance: -3_600,
      speed: SPEED,
      preventFling: true,
      gestureSourceType: "mouse",
    });
  },
  page: async (page: Page) => {
    for (let count = 0; count < 5; count += 1) {
      await page.keyboard.press("PageDown");
      await delay(400);
    }
  },
};

/** The longer of scrolling and paging, each the median of the longest waits of its rounds. */
export async function measurePictureWait(browser: Browser, origin: string): Promise<Figures> {
  const figures: Figures = {};
  for (const [measure, network] of Object.entries(NETWORKS)) {
    const waits: number[] = [];
    for (const act of Object.values(MOVES)) {
      const rounds: number[] = [];
      for (let count = 0; count < ROUNDS; count += 1) {
        rounds.push(await visit(browser, origin, network, act));
      }
      waits.push(Math.round(median(rounds)));
    }
    figures[measure as Measure] = Math.max(...waits);
  }
  return figures;
}

async function visit(
  browser: Browser,
  origin: string,
  { megabits, latency }: { megabits: number; latency: number },
  act: (page: Page) => Promise<void>,
): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send("Network.enable");
  await devtools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency,
    downloadThroughput: (megabits * 1_000_000) / 8,
    uploadThroughput: (megabits * 1_000_000) / 8,
  });
  await page.goto(origin, { waitUntil: "networkidle" });
  await page.evaluate(watchCards);
  await act(page);
  await page.evaluate("Promise.all([...document.images].map((image) => image.decode()))");
  await delay(100);
  const longest = await page.evaluate<number>("longestPictureWait()");
  await context.close();
  return longest;
}

/**
 * Notes at each frame which cards are seen (a tenth of their opacity, a pixel of their picture)
 * and which pictures are there. Runs in the page.
 */
function watchCards(): void {
  const cards = [...document.querySelectorAll<HTMLElement>(".data-showcase-card")];
  const seen = new Map<HTMLElement, number>();
  const there = new Map<HTMLElement, number>();
  const look = (now: number) => {
    for (const card of cards) {
      const image = card.querySelector("img") as HTMLImageElement;
      const { top, bottom } = (image.parentElement as HTMLElement).getBoundingClientRect();
      const shown = Number(getComputedStyle(card).opacity) >= 0.1;
      if (!seen.has(card) && shown && top < innerHeight && bottom > 0) seen.set(card, now);
      if (!there.has(card) && image.complete && image.naturalWidth > 0) there.set(card, now);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
  Object.assign(window, {
    longestPictureWait: () =>
      Math.max(0, ...[...seen].map(([card, at]) => (there.get(card) ?? Infinity) - at)),
  });
}
