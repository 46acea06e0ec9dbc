import { setTimeout as delay } from "node:timers/promises";

import { DESKTOP_SCREEN, PHONE_SCREEN, type Screen } from "./bare-page.ts";
import type { Figures } from "./budgets.ts";
import type { Chromium } from "./chromium.ts";
import { median, round } from "./median.ts";

const ROUNDS = 5;
/** CSS pixels a second: someone looking for something. */
const SPEED = 2_400;
const SLOW_MILLISECONDS = 32;
/** Without a frame on its way the browser sometimes never begins a gesture: no script, no layout. */
const FRAMES = `document.querySelector(".bar-logo").animate({ opacity: [1, 0.99] }, 60_000)`;

type Scrolled = { slow: number; forced: number; idle: number };

/** Scrolls the whole page at 4x throttle, as a phone and as a desktop do: the worse of the two. */
export async function measureScrolling(chromium: Chromium, origin: string): Promise<Figures> {
  const screens = [
    await scrollOn(chromium, origin, PHONE_SCREEN),
    await scrollOn(chromium, origin, DESKTOP_SCREEN),
  ];
  const worst = (part: keyof Scrolled) => Math.max(...screens.map((found) => found[part]));
  return {
    slowFrames: round(worst("slow")),
    forcedLayouts: round(worst("forced")),
    idleWork: round(worst("idle")),
  };
}

/** Medians over the rounds. */
async function scrollOn(chromium: Chromium, origin: string, screen: Screen): Promise<Scrolled> {
  const rounds: Scrolled[] = [];
  for (let count = 0; count < ROUNDS; count += 1) rounds.push(await scroll());
  return {
    slow: median(rounds.map(({ slow }) => slow)),
    forced: median(rounds.map(({ forced }) => forced)),
    idle: median(rounds.map(({ idle }) => idle)),
  };

  async function scroll(): Promise<Scrolled> {
    const page = await chromium.openPage(screen);
    await page.load(origin);
    await page.throttle(4);
    const height = await page.evaluate<number>("document.documentElement.scrollHeight");
    await page.evaluate(`void (globalThis.keptMoving = ${FRAMES})`);
    const moving = await page.trace(() =>
      page.send("Input.synthesizeScrollGesture", {
        x: screen.width / 2,
        y: screen.height / 2,
        yDistance: -height,
        speed: SPEED,
        preventFling: true,
        gestureSourceType: "mouse",
      }),
    );
    await page.evaluate("keptMoving.cancel()");
    // What is still fading in may end first.
    await delay(1_500);
    const still = await page.trace(() => delay(2_000));
    await page.close();
    return {
      slow: moving.tasksWithScript(origin).filter(({ cpu }) => cpu > SLOW_MILLISECONDS).length,
      forced: moving.forcedLayouts(origin).length,
      idle: still.tasksWithScript(origin).length,
    };
  }
}
