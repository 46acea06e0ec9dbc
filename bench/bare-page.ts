import { setTimeout as delay } from "node:timers/promises";

import type { DevTools, Events } from "./devtools.ts";
import { Trace, TRACE_MARK, type TraceEvent } from "./trace.ts";

export type Screen = { width: number; height: number; density: number; touch: boolean };

export const PHONE_SCREEN: Screen = { width: 412, height: 823, density: 2.625, touch: true };
export const DESKTOP_SCREEN: Screen = { width: 1350, height: 940, density: 1, touch: false };

/** What is recorded: tasks, and what Blink does in them. More categories slow what they measure. */
const CATEGORIES = ["toplevel", "devtools.timeline"];

/** A page in a context of its own, driven without the inspector watching its script. */
export class BarePage {
  readonly #devtools: DevTools;
  readonly #context: string;
  readonly #session: string;

  private constructor(devtools: DevTools, context: string, session: string) {
    this.#devtools = devtools;
    this.#context = context;
    this.#session = session;
  }

  static async open(devtools: DevTools, screen: Screen): Promise<BarePage> {
    const { browserContextId } = await devtools.send<{ browserContextId: string }>(
      "Target.createBrowserContext",
    );
    const { targetId } = await devtools.send<{ targetId: string }>("Target.createTarget", {
      url: "about:blank",
      browserContextId,
    });
    const { sessionId } = await devtools.send<{ sessionId: string }>("Target.attachToTarget", {
      targetId,
      flatten: true,
    });
    const page = new BarePage(devtools, browserContextId, sessionId);
    await page.send("Emulation.setDeviceMetricsOverride", {
      width: screen.width,
      height: screen.height,
      deviceScaleFactor: screen.density,
      mobile: screen.touch,
    });
    await page.send("Emulation.setTouchEmulationEnabled", { enabled: screen.touch });
    await page.send("Page.enable");
    return page;
  }

  send<Result = unknown>(method: string, params = {}): Promise<Result> {
    return this.#devtools.send<Result>(method, params, this.#session);
  }

  on<Name extends keyof Events>(
    method: Name,
    callback: (params: Events[Name]) => void,
  ): () => void {
    return this.#devtools.on(method, (params, session) => {
      if (session === this.#session) callback(params);
    });
  }

  /** Loads the address and waits until the page has been still for a moment. */
  async load(url: string): Promise<void> {
    const loaded = this.#devtools.once("Page.loadEventFired");
    await this.send("Page.navigate", { url });
    await loaded;
    await delay(700);
  }

  throttle(rate: number): Promise<unknown> {
    return this.send("Emulation.setCPUThrottlingRate", { rate });
  }

  /** Evaluates an expression; promises are awaited. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const { result } = await this.send<{ result: { value: Value } }>("Runtime.evaluate", {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    return result.value;
  }

  /** Waits until the expression is true: looks five times a second, for at most 20 s. */
  async until(expression: string): Promise<void> {
    for (let tries = 0; tries < 100; tries += 1) {
      if (await this.evaluate<boolean>(expression)) return;
      await delay(200);
    }
    throw new Error(`Not within 20 s: ${expression}`);
  }

  /** Presses and releases the mouse in the middle of what the selector finds. */
  async click(selector: string): Promise<void> {
    const [x, y] = await this.evaluate<[number, number]>(
      `(({ x, y, width, height }) => [x + width / 2, y + height / 2])(
        document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect())`,
    );
    const mouse = { x, y, button: "left", clickCount: 1 };
    await this.send("Input.dispatchMouseEvent", { type: "mousePressed", ...mouse });
    await this.send("Input.dispatchMouseEvent", { type: "mouseReleased", ...mouse });
  }

  /** Records what the browser does meanwhile. */
  async trace(work: () => Promise<unknown>): Promise<Trace> {
    const events: TraceEvent[] = [];
    const stop = this.#devtools.on("Tracing.dataCollected", (data) => events.push(...data.value));
    await this.#devtools.send("Tracing.start", {
      traceConfig: { includedCategories: CATEGORIES },
    });
    await this.evaluate(`console.timeStamp("${TRACE_MARK}")`);
    await work();
    const complete = this.#devtools.once("Tracing.tracingComplete");
    await this.#devtools.send("Tracing.end");
    await complete;
    stop();
    return new Trace(events);
  }

  async close(): Promise<void> {
    await this.#devtools.send("Target.disposeBrowserContext", { browserContextId: this.#context });
  }
}
