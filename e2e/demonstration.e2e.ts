import { readFileSync } from "node:fs";

import type { Locator, Page } from "@playwright/test";

import type { DEMONSTRATION } from "../site/assets/demonstration.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import { field } from "../test-support/e2e/visitor.ts";

const { channels, duration, interval, phases } = JSON.parse(
  readFileSync("site/assets/demonstration.json", "utf8"),
) as typeof DEMONSTRATION;

const find = (page: Page) => page.getByRole("group", { name: "Example of a demonstration" });
const time = (example: Locator) => example.getByRole("slider", { name: "Time" });
const lane = (example: Locator, name: string) =>
  example.getByRole("paragraph").filter({ hasText: name });

/** Opens the page at the example, once it is live. */
async function visit(page: Page): Promise<Locator> {
  await page.goto("/");
  const example = find(page);
  await example.evaluate((it) => it.scrollIntoView({ block: "end", behavior: "instant" }));
  await time(example).waitFor();
  return example;
}

/** The playhead is at a time: lanes and slider say so, to the eye and to a screen reader. */
async function expectAt(example: Locator, seconds: number): Promise<void> {
  const { knots } = channels.find(({ name }) => name === "elbow") ?? { knots: [] };
  const elbow = Math.round(knots[seconds / interval]?.[0] ?? NaN);
  await expect(time(example)).toHaveValue(String(seconds));
  await expect(lane(example, "elbow")).toHaveText(`elbow${elbow}°`.replace("-", "−"));
  const spoken = new RegExp(`^${seconds.toFixed(1)} seconds, .*: elbow ${elbow} degrees`);
  await expect(time(example)).toHaveAttribute("aria-valuetext", spoken);
}

/** The point of the lanes that is half of the time, in the window. */
async function middle(example: Locator): Promise<{ x: number; y: number }> {
  const slider = await time(example).boundingBox();
  if (!slider) throw new Error("There is no slider.");
  return { x: slider.x + slider.width / 2, y: slider.y - 100 };
}

test("keys move the playhead", async ({ page }) => {
  const example = await visit(page);
  await time(example).focus();
  await page.keyboard.press("PageUp");
  await expectAt(example, 1);
  await page.keyboard.press("End");
  await expectAt(example, duration);
});

test("a mouse that crosses the lanes shows the time below it, and leaves the playhead where it was", async ({
  page,
}) => {
  const example = await visit(page);
  await time(example).press("PageUp");
  const { x, y } = await middle(example);
  await page.mouse.move(x - 100, y);
  await page.mouse.move(x, y);
  await expectAt(example, duration / 2);
  await example.getByRole("button", { name: "Play" }).hover();
  await expectAt(example, 1);
});

test("a press on the lanes sets the playhead", async ({ page }) => {
  const example = await visit(page);
  const { x, y } = await middle(example);
  await page.mouse.click(x, y);
  await page.mouse.move(x + 100, y);
  await expectAt(example, duration / 2);
  await example.getByRole("button", { name: "Play" }).hover();
  await expectAt(example, duration / 2);
});

test("a phase's name leads to its start", async ({ page }) => {
  const example = await visit(page);
  for (const { name, from } of phases) {
    await example.getByRole("button", { name: `Go to ${name}` }).click();
    await expect(time(example)).toHaveValue(String(from));
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger along the lanes drags the playhead, across them it scrolls", async ({ page }) => {
    const example = await visit(page);
    const devtools = await page.context().newCDPSession(page);
    const { x, y } = await middle(example);
    const swipeTo = async (dx: number, dy: number) => {
      const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: object[]) =>
        devtools.send("Input.dispatchTouchEvent", { type, touchPoints: touchPoints as never });
      await touch("touchStart", { x, y });
      for (const share of [0.1, 0.2, 0.4, 0.7, 1]) {
        await touch("touchMove", { x: x + dx * share, y: y + dy * share });
      }
      await touch("touchEnd");
    };
    await swipeTo(300, 8);
    await expectAt(example, duration);

    const before = await page.evaluate(() => scrollY);
    await swipeTo(8, -150);
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(before);
    await expectAt(example, duration);
  });
});

test("only Play plays, in real time, until it is paused or at the end", async ({ page }) => {
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
});

test("it does not play on behind a dialog", async ({ page }) => {
  const example = await visit(page);
  await example.getByRole("button", { name: "Play" }).click();
  await example.getByRole("button", { name: "Request data like this" }).click();
  await page.keyboard.press("Escape");
  await expect(example.getByRole("button", { name: "Play" })).toBeVisible();
});

test("on the ruler, Space plays and pauses without scrolling, and L and J move by a second", async ({
  page,
}) => {
  const example = await visit(page);
  await page.clock.install();
  const scrolled = await page.evaluate(() => scrollY);
  await time(example).press("l");
  await expectAt(example, 1);
  await time(example).press("Space");
  await page.clock.runFor(2000);
  await expect.poll(async () => Math.round(Number(await time(example).inputValue()))).toBe(3);
  await time(example).press("l");
  await page.clock.runFor(1000);
  await expect.poll(async () => Math.round(Number(await time(example).inputValue()))).toBe(5);
  await time(example).press("Space");
  await expect(example.getByRole("button", { name: "Play" })).toBeVisible();
  const paused = Number(await time(example).inputValue());
  await time(example).press("j");
  await expect(time(example)).toHaveValue(String(Number((paused - 1).toFixed(1))));
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test("near the end, Play starts from the beginning", async ({ page }) => {
  const example = await visit(page);
  await page.clock.install();
  await time(example).press("End");
  await time(example).press("ArrowLeft");
  await example.getByRole("button", { name: "Play" }).click();
  await page.clock.runFor(1000);
  await expect.poll(async () => Math.round(Number(await time(example).inputValue()))).toBe(1);
});

test("with reduced motion the button jumps from phase to phase", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const example = await visit(page);
  for (const end of [...phases.slice(1).map(({ from }) => from), duration]) {
    await example.getByRole("button", { name: "Play next phase" }).click();
    await expect(time(example)).toHaveValue(String(end));
  }
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("each lane has its range, and no control is there that does nothing", async ({ page }) => {
    await page.goto("/");
    const example = find(page);
    await expect(example.getByRole("img")).toBeVisible();
    for (const { name, range, unit } of channels) {
      const shown = `${range.join(" to ")}${unit === "deg" ? "°" : " mm"}`.replaceAll("-", "−");
      await expect(lane(example, name)).toHaveText(name + shown);
    }
    await expect(example.getByRole("slider")).toHaveCount(0);
    await expect(example.getByRole("button")).toHaveText(["Request data like this"]);
    await example.getByRole("button").click();
    await expect(field(page.getByRole("dialog"), "data_type")).toHaveValue("");
  });
});

test("the link downloads the example as CSV", async ({ page }) => {
  const example = await visit(page);
  const download = page.waitForEvent("download");
  await example.getByRole("link", { name: "Download this example (CSV)" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toMatch(/^time_s,.*phase\n0\.0,/);
});

test("a request for data like it describes the example, unless the visitor has described something", async ({
  page,
}) => {
  const example = await visit(page);
  const described = field(page.getByRole("dialog"), "data_type");
  await example.getByRole("button", { name: "Request data like this" }).click();
  await expect(described).toHaveValue(/pick and place/i);
  await expect(described).toBeFocused();
  await expect(described).toBeInViewport({ ratio: 1 });

  await described.fill("Folding towels");
  await page.keyboard.press("Escape");
  await example.getByRole("button", { name: "Request data like this" }).click();
  await expect(described).toHaveValue("Folding towels");
});
