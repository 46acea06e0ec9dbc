import { setTimeout as delay } from "node:timers/promises";

import type { Browser } from "puppeteer-core";

import type { Measurements } from "./budgets.ts";
import { median, repeat, round } from "./statistics.ts";
import { PHONE_SCREEN, TracedPage } from "./traced-page.ts";

const ROUNDS = 7;

/** Scrolls near the form on a throttled phone: the longest task until it is hydrated. */
export async function measureFormNear(browser: Browser, origin: string): Promise<Measurements> {
  const longest = await repeat(ROUNDS, async () => {
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
    await page.close();
    return trace.longestTask;
  });
  return { formTask: round(median(longest), 1) };
}
