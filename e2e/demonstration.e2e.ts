import { readFileSync } from "node:fs";

import { AxeBuilder } from "@axe-core/playwright";
import type { Locator, Page } from "@playwright/test";

import type { DEMONSTRATION } from "../site/assets/demonstration.ts";
import { expect, test } from "./support/site.ts";

const { channels, duration, interval, phases } = JSON.parse(
  readFileSync("site/assets/demonstration.json", "utf8"),
) as typeof DEMONSTRATION;

const find = (page: Page) => page.getByRole("group", { name: "Example of a demonstration" });
const time = (example: Locator) => example.getByRole("slider", { name: "Time" });

/** Opens the page at the example, once it is live. */
async function visit(page: Page): Promise<Locator> {
  await page.goto("/");
  const example = find(page);
  await example.evaluate((it) => it.scrollIntoView({ block: "end", behavior: "instant" }));
  await time(example).waitFor();
  return example;
}

/** Slider, phase and lanes are at a time, and show the values that the data has there. */
async function expectAt(example: Locator, seconds: number): Promise<void> {
  const slider = time(example);
  await expect(slider).toHaveValue(String(seconds));
  const values = channels.map(({ name, unit, knots }) => {
    const value = Math.round(knots[Math.round(seconds / interval)]?.[0] ?? NaN);
    return { name, unit, value };
  });
  for (const { name, unit, value } of values) {
    const shown = `${value}${unit === "deg" ? "°" : " mm"}`.replace("-", "−");
    await expect(example.getByRole("paragraph").filter({ hasText: name })).toHaveText(name + shown);
  }
  const { name: phase } = phases.findLast(({ from }) => from <= seconds) ?? { name: "none" };
  const value = (channel: string) => values.find(({ name }) => name === channel)?.value;
  await expect(slider).toHaveAttribute(
    "aria-valuetext",
    `${seconds.toFixed(1)} seconds, ${phase}: elbow ${value("elbow")} degrees, gripper ${value("gripper")} millimetres`,
  );
}

/** The middle of the lanes at a time, in the window. */
async function pointAt(example: Locator, seconds: number): Promise<{ x: number; y: number }> {
  const { x, y, width } = await box(time(example));
  // The thumb, which is as wide as the slider is high, ends half outside of the lanes.
  const { height: thumb } = await box(time(example));
  return { x: x + thumb / 2 + ((width - thumb) * seconds) / duration, y: y - 100 };
}

async function box(element: Locator) {
  const found = await element.boundingBox();
  if (!found) throw new Error("It is not shown.");
  return found;
}

test("arrow keys move the playhead by a tenth of a second, page keys by one, Home and End to the ends", async ({
  page,
}) => {
  const example = await visit(page);
  await time(example).focus();
  for (const [key, seconds] of [
    ["PageUp", 1],
    ["PageUp", 2],
    ["PageUp", 3],
    ["PageDown", 2],
    ["ArrowRight", 2.1],
    ["ArrowUp", 2.2],
    ["ArrowLeft", 2.1],
    ["ArrowDown", 2],
    ["End", 10],
    ["Home", 0],
  ] as const) {
    await page.keyboard.press(key);
    await expect(time(example)).toHaveValue(String(seconds));
  }
  await page.keyboard.press("PageUp");
  await expectAt(example, 1);
});

test("a mouse moves the playhead over the lanes, and a press holds it there on the way to the button", async ({
  page,
}) => {
  const example = await visit(page);
  const move = async (seconds: number) => {
    const { x, y } = await pointAt(example, seconds);
    await page.mouse.move(x, y);
  };
  await move(5.2);
  await expectAt(example, 5.2);
  await move(3.4);
  await expectAt(example, 3.4);
  await page.mouse.click(...(Object.values(await pointAt(example, 3.4)) as [number, number]));
  await move(1);
  await expectAt(example, 3.4);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger drags the playhead along the lanes, and scrolls the page across them", async ({
    page,
  }) => {
    const example = await visit(page);
    const devtools = await page.context().newCDPSession(page);
    const swipe = async (x: number, y: number, dx: number, dy: number) => {
      const send = (type: "touchStart" | "touchMove" | "touchEnd", share: number) =>
        devtools.send("Input.dispatchTouchEvent", {
          type,
          touchPoints: type === "touchEnd" ? [] : [{ x: x + dx * share, y: y + dy * share }],
        });
      await send("touchStart", 0);
      for (let step = 1; step <= 10; step += 1) await send("touchMove", step / 10);
      await send("touchEnd", 1);
    };
    const [from, to] = [await pointAt(example, 1), await pointAt(example, 7.2)];
    await swipe(from.x, from.y, to.x - from.x, 8);
    await expectAt(example, 7.2);

    const before = await page.evaluate(() => scrollY);
    await swipe(from.x, from.y, 8, -150);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before + 100);
    await expectAt(example, 7.2);
  });
});

test("Play starts at the playhead, runs in real time, can be paused, and stops at the end; nothing plays by itself", async ({
  page,
}) => {
  const example = await visit(page);
  await page.clock.install();
  await page.clock.runFor(3000);
  await expect(time(example)).toHaveValue("0");
  await time(example).press("PageUp");
  await example.getByRole("button", { name: "Play" }).click();
  await page.clock.runFor(5000);
  await expect.poll(async () => Math.round(Number(await time(example).inputValue()))).toBe(6);
  await example.getByRole("button", { name: "Pause" }).click();
  const paused = await time(example).inputValue();
  await page.clock.runFor(3000);
  await expect(time(example)).toHaveValue(paused);
  await example.getByRole("button", { name: "Play" }).click();
  await page.clock.runFor(6000);
  await expectAt(example, duration);
  await expect(example.getByRole("button", { name: "Play" })).toBeVisible();
});

test("with reduced motion each press of the button moves the playhead on by one phase, without playing", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const example = await visit(page);
  await page.clock.install();
  for (const end of [...phases.slice(1).map(({ from }) => from), duration]) {
    await example.getByRole("button", { name: "Play next phase" }).click();
    await page.clock.runFor(1000);
    await expect(time(example)).toHaveValue(String(end));
  }
});

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`at ${viewport.width} px it is complete without script, and nothing moves as it becomes live`, async ({
    browser,
    site,
  }) => {
    const open = async (javaScriptEnabled: boolean) => {
      const context = await browser.newContext({
        viewport,
        javaScriptEnabled,
        baseURL: site.origin,
        reducedMotion: "reduce",
      });
      const page = await context.newPage();
      await page.goto("/#specifications");
      return page;
    };
    const plain = await open(false);
    const example = find(plain);
    await expect(example.getByRole("img")).toBeVisible();
    for (const { name, range, unit } of channels) {
      const shown = `${range.join(" to ")}${unit === "deg" ? "°" : " mm"}`.replaceAll("-", "−");
      const lane = example.getByRole("paragraph").filter({ hasText: name });
      await expect(lane).toHaveText(name + shown);
    }
    await expect(example.getByRole("slider")).toHaveCount(0);
    await expect(example.getByRole("button")).toHaveCount(0);
    const places = await layout(example);

    const live = await open(true);
    await time(find(live)).waitFor();
    expect(await layout(find(live))).toEqual(places);
    await live.context().close();
    await plain.context().close();
  });
}

/** Where each text and drawing is in the example. */
async function layout(example: Locator): Promise<unknown> {
  const parts = example
    .getByRole("paragraph")
    .or(example.getByRole("img"))
    .or(example.locator("a, li"));
  const origin = await box(example);
  return Promise.all(
    (await parts.all()).map(async (part) => {
      const { x, y, width, height } = await box(part);
      return [x - origin.x, y - origin.y, width, height].map(Math.round);
    }),
  );
}

test("the link downloads the example as CSV", async ({ page }) => {
  const example = await visit(page);
  const download = page.waitForEvent("download");
  await example.getByRole("link", { name: "Download this example (CSV)" }).click();
  const text = readFileSync(await (await download).path(), "utf8");
  expect(text).toMatch(/^time_s,.*phase\n0\.0,/);
  const response = await page.request.get("/pick-and-place.csv");
  expect(response.headers()["content-type"]).toBe("text/csv; charset=utf-8");
});

test("axe finds no violation in the example while the playhead is held", async ({ page }) => {
  const example = await visit(page);
  await time(example).press("PageUp");
  const { violations } = await new AxeBuilder({ page }).include("#specifications").analyze();
  expect(violations.map(({ id }) => id)).toEqual([]);
});
