import { setTimeout as delay } from "node:timers/promises";

import { PHONE_SCREEN } from "./bare-page.ts";
import type { Figures } from "./budgets.ts";
import type { Chromium } from "./chromium.ts";
import { median, round } from "./median.ts";

const ROUNDS = 7;

/** Comes near the form on a throttled phone, and takes the longest task until it is live. */
export async function measureFormNear(chromium: Chromium, origin: string): Promise<Figures> {
  const longest: number[] = [];
  for (let count = 0; count < ROUNDS; count += 1) {
    const page = await chromium.openPage(PHONE_SCREEN);
    await page.load(origin);
    await page.throttle(4);
    const trace = await page.trace(async () => {
      await page.evaluate(
        `document.querySelector("#details form").scrollIntoView({ behavior: "instant" })`,
      );
      await page.until(`document.querySelectorAll("form[data-live]").length > 0`);
      await delay(800);
    });
    longest.push(trace.longestTask);
    await page.close();
  }
  return { formTask: round(median(longest), 1) };
}
