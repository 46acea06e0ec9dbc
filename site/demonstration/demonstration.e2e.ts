import type { Locator, Page } from "@playwright/test";

import { testAccessibility } from "../../test-support/e2e/axe.ts";
import { testPresses, type Control } from "../../test-support/e2e/presses.ts";
import { expect, test } from "../../test-support/e2e/site.ts";
import {
  boxOf,
  expectStored,
  field,
  fillAndSubmit,
  hold,
  openEarly,
  requestDialog,
  SCRIPTS,
  waitForFonts,
} from "../../test-support/e2e/visitor.ts";

const PART = "[data-island=demonstration]";

const find = (page: Page) => page.getByRole("group", { name: /demonstration$/ });
const handle = (example: Locator) => example.getByRole("button", { name: "Take the arm" });
const time = (example: Locator) => example.getByRole("slider", { name: "Time" });
const request = (example: Locator) =>
  example.getByRole("button", { name: "Request data like this" });

/** Waits until the demonstration's images are decoded, then stops the clock, so that only `runFor` advances time. */
async function visit(page: Page): Promise<Locator> {
  await page.goto("/");
  const example = find(page);
  await example.evaluate((it) => it.scrollIntoView({ block: "end", behavior: "instant" }));
  await time(example).waitFor();
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60 * 60 * 1000);
  return example;
}

async function middle(element: Locator): Promise<{ x: number; y: number }> {
  const box = await boxOf(element);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function expectAt(element: Locator, { x, y }: { x: number; y: number }): Promise<void> {
  const at = await middle(element);
  expect(Math.hypot(at.x - x, at.y - y)).toBeLessThan(1);
}

/** Distances from the arm's first position, as fractions of the image's size. */
const BLOCK = [-0.185, 0.28] as const;
const ABOVE_TABLE = [-0.1, 0.02] as const;
const ABOVE_TRAY = [0.07, 0.05] as const;

/** Drags the arm by distances from its first position, one second each, then releases it. */
async function lead(
  page: Page,
  example: Locator,
  points: ReadonlyArray<readonly [x: number, y: number]>,
): Promise<void> {
  const image = await boxOf(example.getByRole("img"));
  const from = await middle(handle(example));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const [x, y] of points) {
    await page.mouse.move(from.x + x * image.width, from.y + y * image.height, { steps: 4 });
    await page.clock.runFor(1000);
  }
  await page.mouse.up();
}

test("dragging the arm by mouse records an episode, to request data like it", async ({
  page,
  person,
  stored,
}) => {
  const example = await visit(page);
  // A move below the drag threshold, such as one by a trembling hand, must not start a recording.
  await handle(example).hover();
  const home = await middle(handle(example));
  const { x, y } = home;
  await page.mouse.down();
  await page.mouse.move(x + 2, y + 2);
  await page.mouse.up();
  await expect(example.getByRole("status")).toHaveText(/simulated arm/);

  await lead(page, example, [BLOCK, ABOVE_TABLE, ABOVE_TRAY]);
  await expect(example.getByRole("status")).toHaveText(/^That was one: \d+\.\d s, \d+ samples/);
  // The block falls, and the arm drives home.
  await expect(example.getByRole("button", { name: "Pause" })).toBeVisible();
  await page.clock.runFor(4000);
  await expect(example.getByRole("button", { name: "Play" })).toBeVisible();
  await expectAt(handle(example), home);
  await page.clock.resume();
  await request(example).click();
  const dialog = page.getByRole("dialog");
  await expect(field(dialog, "data_type")).toHaveValue(/^Pick and place, about \d+ s /);
  const description = await field(dialog, "data_type").inputValue();
  await fillAndSubmit(dialog, person);
  await expectStored(page);
  expect(await stored()).toMatchObject([{ data_type: description }]);
});

test("by keyboard the arm records, carries the block and is released", async ({ page }) => {
  const example = await visit(page);
  await handle(example).focus();
  const press = async (keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    await page.clock.runFor(1000);
  };
  const times = (count: number, key: string) => Array.from({ length: count }, () => key);
  const scrolled = await page.evaluate(() => scrollY);
  await press(["Enter"]);
  await expect(example.getByRole("status")).toHaveText(/Arrow keys/);
  await press([...times(6, "ArrowDown"), ...times(6, "ArrowLeft")]);
  await press([...times(4, "ArrowUp"), ...times(8, "ArrowRight")]);
  await press(["Space"]);
  await expect(example.getByRole("status")).toHaveText(/^That was one/);
  await expect(handle(example)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(scrolled);
});

test("the example plays when a visitor starts it, and its time can be chosen", async ({ page }) => {
  const example = await visit(page);
  await page.clock.runFor(3000);
  await expect(time(example)).toHaveValue("0");
  await example.getByRole("button", { name: "Play" }).click();
  await page.clock.runFor(2000);
  await example.getByRole("button", { name: "Pause" }).click();
  expect(Number(await time(example).inputValue())).toBeCloseTo(2, 0);
  await time(example).press("End");
  await expect(time(example)).toHaveAttribute("aria-valuetext", /release$/);
});

test.describe(() => {
  test.use({ contextOptions: { reducedMotion: "reduce" } });

  test("with reduced motion the arm is home as soon as it is released", async ({ page }) => {
    const example = await visit(page);
    const home = await middle(handle(example));
    await lead(page, example, [BLOCK, ABOVE_TABLE, ABOVE_TRAY]);
    await expect(example.getByRole("button", { name: "Play" })).toBeVisible();
    await expectAt(handle(example), home);
  });
});

test.describe(() => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("on a phone the arm can be grabbed below its gripper, which the thumb then leaves visible", async ({
    page,
  }) => {
    const example = await visit(page);
    const { x, y: padsY } = await middle(handle(example));
    const y = padsY + 60;
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: "touchStart" | "touchMove" | "touchEnd", ...touchPoints: object[]) =>
      devtools.send("Input.dispatchTouchEvent", { type, touchPoints: touchPoints as never });
    await touch("touchStart", { x, y });
    await touch("touchMove", { x: x + 20, y });
    await touch("touchMove", { x: x + 40, y });
    await expect(example.getByRole("status")).toHaveText(/^Recording\./);
    await touch("touchEnd");
  });
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test("without JavaScript the demonstration shows its image and no control that does nothing", async ({
    page,
  }) => {
    await page.goto("/");
    const example = find(page);
    await expect(example.getByRole("img")).toBeVisible();
    await expect(example.getByRole("status")).toHaveText(
      "A simulated arm picks and places a block.",
    );
    await expect(example.getByRole("slider")).toHaveCount(0);
    await expect(example.getByRole("button")).toHaveCount(0);
  });
});

testAccessibility(1440, { demonstration: PART, "demonstration-recorded": PART });
testAccessibility(390, { demonstration: PART });

const PRESSED: Control[] = [
  {
    name: "Request data like this",
    needsScript: true,
    prepare: (page) => find(page).scrollIntoViewIfNeeded(),
    find: (page) => request(find(page)),
    expectArrival: async (page) => {
      await expect(requestDialog(page)).toBeVisible();
      await expect(requestDialog(page).locator(":focus")).toHaveCount(1);
    },
  },
  {
    name: "Play",
    needsScript: true,
    prepare: (page) => find(page).scrollIntoViewIfNeeded(),
    find: (page) => find(page).getByRole("button", { name: /Play|Pause/ }),
    expectArrival: (page) => expect(time(find(page))).not.toHaveValue("0"),
  },
];

for (const control of PRESSED) testPresses(control, ["keyboard", "keyboard"], 400);

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const control of PRESSED) testPresses(control, ["tap", "tap"], 0);
});

for (const width of [390, 1440]) {
  test(`at ${width} px nothing moves when the example hydrates`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 });
    const release = await hold(page, SCRIPTS);
    await openEarly(page);
    await waitForFonts(page);
    const example = find(page);
    await example.scrollIntoViewIfNeeded();
    const { height } = await boxOf(example);
    release();
    await expect(handle(example)).toBeVisible();
    expect((await boxOf(example)).height).toBe(height);
  });
}
