import { setTimeout as delay } from "node:timers/promises";

import type { Browser, CDPSession } from "puppeteer-core";

import type { Measure } from "./measure.ts";

const ROUNDS = 5;
const PHONE = { width: 412, height: 823, deviceScaleFactor: 2.625, mobile: true };
const CPU_SLOWDOWN = 4;

/** In milliseconds, the threshold for a good INP (https://web.dev/articles/inp). Our own goal is 100. */
const LIMIT = { atMost: 200, limits: "every round" } as const;

const HANDLE = "[aria-label='Take the arm']";
const INTERACTIONS: {
  label: string;
  /** Island to which the visitor has scrolled. Nothing is measured on a page that lacks it. */
  island?: string;
  act: (session: CDPSession) => Promise<void>;
}[] = [
  { label: "Open the dialog", act: (session) => pressEnter(session, "main [commandfor]") },
  {
    label: "Submit the empty form",
    island: "inline-form",
    act: (session) => pressEnter(session, "#inline-form[novalidate] button[type=submit]"),
  },
  {
    label: "Take the arm by key",
    island: "demonstration",
    act: (session) => pressEnter(session, HANDLE),
  },
  { label: "Lead the arm by pointer", island: "demonstration", act: leadByPointer },
];

export async function measureInteractions(browser: Browser, origin: string): Promise<Measure[]> {
  const measures: Measure[] = [];
  const html = await (await fetch(origin)).text();
  for (const { label, island, act } of INTERACTIONS) {
    const element = `[data-island="${island}"]`;
    if (island && !html.includes(element.slice(1, -1))) continue;
    const values: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      values.push(
        await observe(browser, origin, async (session) => {
          if (island)
            await evaluate(
              session,
              `document.querySelector('${element}').scrollIntoView({ behavior: "instant" })`,
            );
          await act(session);
        }),
      );
    }
    measures.push({ label: `${label}, 4x CPU, ms`, values, ...LIMIT });
  }
  return measures;
}

/** Uses a bare CDP session, because Puppeteer's `Page` enables the Runtime domain, which adds 80 ms to interactions. */
async function observe(
  browser: Browser,
  origin: string,
  act: (session: CDPSession) => Promise<void>,
): Promise<number> {
  const context = await browser.createBrowserContext();
  const root = await browser.target().createCDPSession();
  await root.send("Target.createTarget", {
    url: "about:blank",
    ...(context.id && { browserContextId: context.id }),
  });
  const session = await (await context.waitForTarget(() => true)).createCDPSession();
  await session.send("Emulation.setDeviceMetricsOverride", PHONE);
  await session.send("Page.enable");
  const loaded = new Promise((resolve) => {
    session.once("Page.loadEventFired", resolve);
  });
  await session.send("Page.navigate", { url: origin });
  await loaded;
  await delay(700);
  await session.send("Emulation.setCPUThrottlingRate", { rate: CPU_SLOWDOWN });
  await evaluate(session, `(${recordLongest.toString()})()`);
  await act(session);
  await delay(2_000);
  await waitFor(session, "longest > 0");
  const longest = await evaluate<number>(session, "longest");
  await context.close();
  return longest;
}

/** Records the longest interaction. Times pointer moves until the next frame, because Event Timing omits them. */
function recordLongest(): void {
  const observed = globalThis as unknown as { longest: number };
  observed.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as PerformanceEventTiming[]) {
      if (interactionId) observed.longest = Math.max(observed.longest, duration);
    }
  }).observe({ type: "event", durationThreshold: 16 } as PerformanceObserverInit);
  const noteMove = ({ timeStamp }: Event) => {
    requestAnimationFrame(() =>
      setTimeout(() => {
        observed.longest = Math.max(observed.longest, performance.now() - timeStamp);
      }),
    );
  };
  addEventListener("pointermove", noteMove, { capture: true });
}

async function pressEnter(session: CDPSession, selector: string): Promise<void> {
  const element = `document.querySelector("${selector}")`;
  await waitFor(session, `${element} !== null`);
  await evaluate(session, `${element}.focus()`);
  // Waits until the work caused by the focus has finished.
  await delay(1_000);
  const enter = { key: "Enter", code: "Enter", windowsVirtualKeyCode: 13, text: "\r" };
  await session.send("Input.dispatchKeyEvent", { type: "keyDown", ...enter });
  await session.send("Input.dispatchKeyEvent", { type: "keyUp", ...enter });
}

async function leadByPointer(session: CDPSession): Promise<void> {
  const element = `document.querySelector("${HANDLE}")`;
  await waitFor(session, `${element} !== null`);
  await evaluate(session, `${element}.scrollIntoView({ behavior: "instant", block: "center" })`);
  await delay(1_000);
  const box = `${element}.getBoundingClientRect()`;
  const x = await evaluate<number>(session, `${box}.x + ${box}.width / 2`);
  const y = await evaluate<number>(session, `${box}.y + ${box}.height / 2`);
  const mouse = { button: "left", buttons: 1, clickCount: 1 } as const;
  await session.send("Input.dispatchMouseEvent", { type: "mousePressed", x, y, ...mouse });
  for (let step = 1; step <= 20; step += 1) {
    const to = { x: x + 3 * step, y: y - 2 * step };
    await session.send("Input.dispatchMouseEvent", { type: "mouseMoved", ...to, ...mouse });
    await delay(16);
  }
  const end = { x: x + 60, y: y - 40 };
  await session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...end, ...mouse });
  await waitFor(session, `document.body.innerText.includes("The block has not moved.")`);
}

async function waitFor(session: CDPSession, condition: string): Promise<void> {
  for (let tries = 0; !(await evaluate(session, condition)); tries += 1) {
    if (tries === 100) throw new Error(`In the page this did not become true: ${condition}`);
    await delay(100);
  }
}

async function evaluate<Result>(session: CDPSession, expression: string): Promise<Result> {
  const { result } = await session.send("Runtime.evaluate", { expression, returnByValue: true });
  return result.value as Result;
}
