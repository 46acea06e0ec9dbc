import { setTimeout as delay } from "node:timers/promises";

import type { Browser, CDPSession, Protocol } from "puppeteer-core";

import { Trace, TRACE_MARK, type TraceEvent } from "./trace.ts";

export type Screen = { width: number; height: number; density: number; touch: boolean };

/** Lighthouse's phone, with its real density. */
export const PHONE_SCREEN: Screen = { width: 412, height: 823, density: 2.625, touch: true };
export const DESKTOP_SCREEN: Screen = { width: 1350, height: 940, density: 1, touch: false };

/** Tasks, and what Blink does in them. More categories would slow down what they measure. */
const CATEGORIES = ["toplevel", "devtools.timeline"];

/**
 * A page in a context of its own, driven through a bare CDP session. puppeteer's `Page` enables the
 * Runtime domain, for which V8 collects source positions: 80 ms at 4x throttle while React starts,
 * which no visitor waits for.
 */
export class TracedPage {
  readonly session: CDPSession;
  readonly close: () => Promise<void>;

  private constructor(session: CDPSession, close: () => Promise<void>) {
    this.session = session;
    this.close = close;
  }

  static async open(browser: Browser, screen: Screen): Promise<TracedPage> {
    const context = await browser.createBrowserContext();
    const root = await browser.target().createCDPSession();
    await root.send("Target.createTarget", {
      url: "about:blank",
      ...(context.id && { browserContextId: context.id }),
    });
    const target = await context.waitForTarget(() => true);
    const session = await target.createCDPSession();
    await session.send("Emulation.setDeviceMetricsOverride", {
      width: screen.width,
      height: screen.height,
      deviceScaleFactor: screen.density,
      mobile: screen.touch,
    });
    await session.send("Emulation.setTouchEmulationEnabled", { enabled: screen.touch });
    await session.send("Page.enable");
    return new TracedPage(session, () => context.close());
  }

  /** Loads the address and waits until the page has been still for a moment. */
  async load(url: string): Promise<void> {
    const loaded = this.#once("Page.loadEventFired");
    await this.session.send("Page.navigate", { url });
    await loaded;
    await delay(700);
  }

  /** Slows the page's CPU down four times, as Lighthouse does for a phone. */
  async throttle(): Promise<void> {
    await this.session.send("Emulation.setCPUThrottlingRate", { rate: 4 });
  }

  /** Runs a function in the page. It sees its arguments and the page, nothing else. */
  async evaluate<Args extends (string | number)[], Result>(
    inPage: (...args: Args) => Result,
    ...args: Args
  ): Promise<Result> {
    const { result } = await this.session.send("Runtime.evaluate", {
      expression: `(${inPage.toString()})(...${JSON.stringify(args)})`,
      returnByValue: true,
    });
    return result.value as Result;
  }

  /** Waits until the selector matches: checks five times a second, for at most 20 s. */
  async waitFor(selector: string): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      if (await this.evaluate((wanted) => document.querySelector(wanted) !== null, selector))
        return;
      await delay(200);
    }
    throw new Error(`Not within 20 s: ${selector}`);
  }

  /** Clicks in the middle of what the selector matches. */
  async click(selector: string): Promise<void> {
    const at = await this.evaluate((wanted) => {
      const box = document.querySelector(wanted)?.getBoundingClientRect() ?? new DOMRect();
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    }, selector);
    const mouse = { ...at, button: "left", clickCount: 1 } as const;
    await this.session.send("Input.dispatchMouseEvent", { type: "mousePressed", ...mouse });
    await this.session.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...mouse });
  }

  /** Records what the browser does during `work`. */
  async trace(work: () => Promise<unknown>): Promise<Trace> {
    const events: TraceEvent[] = [];
    const collect = ({ value }: Protocol.Tracing.DataCollectedEvent) =>
      events.push(...(value as TraceEvent[]));
    this.session.on("Tracing.dataCollected", collect);
    await this.session.send("Tracing.start", { traceConfig: { includedCategories: CATEGORIES } });
    await this.evaluate((mark) => console.timeStamp(mark), TRACE_MARK);
    await work();
    const complete = this.#once("Tracing.tracingComplete");
    await this.session.send("Tracing.end");
    await complete;
    this.session.off("Tracing.dataCollected", collect);
    return new Trace(events);
  }

  #once(event: "Page.loadEventFired" | "Tracing.tracingComplete"): Promise<unknown> {
    return new Promise((resolve) => {
      this.session.once(event, resolve);
    });
  }
}
