import { setTimeout as delay } from "node:timers/promises";

import type { Browser } from "puppeteer-core";

import type { Measurements } from "./budgets.ts";
import { median, repeat, round } from "./statistics.ts";
import { DESKTOP_SCREEN, PHONE_SCREEN, TracedPage, type Screen } from "./traced-page.ts";

const ROUNDS = 5;
/** CSS pixels a second: a visitor who skims the page. */
const SPEED = 2_400;
const SLOW_MILLISECONDS = 32;

type Scrolled = { slow: number; forced: number; idle: number };

/** Scrolls the whole page at 4x throttle, as a phone and as a desktop do: the worse of the two. */
export async function measureScrolling(browser: Browser, origin: string): Promise<Measurements> {
  const screens: Scrolled[][] = [];
  for (const screen of [PHONE_SCREEN, DESKTOP_SCREEN]) {
    screens.push(await repeat(ROUNDS, () => scroll(browser, origin, screen)));
  }
  const worst = (part: keyof Scrolled) =>
    Math.max(...screens.map((rounds) => median(rounds.map((found) => found[part]))));
  return {
    slowFrames: round(worst("slow")),
    forcedLayouts: round(worst("forced")),
    idleWork: round(worst("idle")),
  };
}

async function scroll(browser: Browser, origin: string, screen: Screen): Promise<Scrolled> {
  const page = await TracedPage.open(browser, screen);
  await page.load(origin);
  await page.throttle();
  const height = await page.evaluate(() => {
    // Without an animation the browser sometimes never begins the gesture.
    document
      .querySelector(".nav-bar-logo")
      ?.animate({ opacity: [1, 0.99] }, { duration: 60_000, id: "frames" });
    return document.documentElement.scrollHeight;
  });
  const moving = await page.trace(() =>
    page.session.send("Input.synthesizeScrollGesture", {
      x: screen.width / 2,
      y: screen.height / 2,
      yDistance: -height,
      speed: SPEED,
      preventFling: true,
      gestureSourceType: "mouse",
    }),
  );
  await page.evaluate(() =>
    document
      .getAnimations()
      .find(({ id }) => id === "frames")
      ?.cancel(),
  );
  // Lets the last fade end.
  await delay(1_500);
  const still = await page.trace(() => delay(2_000));
  await page.close();
  return {
    slow: moving.tasksWithScript(origin).filter(({ cpu }) => cpu > SLOW_MILLISECONDS).length,
    forced: moving.forcedLayouts(origin).length,
    idle: still.tasksWithScript(origin).length,
  };
}
