import { setTimeout as delay } from "node:timers/promises";

import type { Browser } from "puppeteer-core";

import type { Figures } from "./budgets.ts";
import { median, round } from "./statistics.ts";
import { PHONE_SCREEN, TracedPage } from "./traced-page.ts";

const ROUNDS = 7;

/** Comes near the form on a throttled phone, and takes the longest task until it is live. */
export async function measureFormNear(browser: Browser, origin: string): Promise<Figures> {
  const longest: number[] = [];
  for (let count = 0; count < ROUNDS; count += 1) {
    const page = await TracedPage.open(browser, PHONE_SCREEN);
    await page.load(origin);
    await page.throttle();
    const trace = await page.trace(async () => {
      await page.evaluate(() =>
        document.querySelector("#details form")?.scrollIntoView({ behavior: "instant" }),
      );
      await page.waitFor("form[data-hydrated]");
      await delay(800);
    });
    longest.push(trace.longestTask);
    await page.close();
  }
  return { formTask: round(median(longest), 1) };
}
