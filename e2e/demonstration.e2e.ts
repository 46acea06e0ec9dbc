import { readFileSync } from "node:fs";

import type { Locator, Page } from "@playwright/test";

import type { Episode } from "../site/assets/demonstration.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import { expectSent, field, fillAndSubmit } from "../test-support/e2e/visitor.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const { rate, example: EXAMPLE } = JSON.parse(
  readFileSync("site/assets/demonstration.json", "utf8"),
) as { rate: number; example: Episode };
const { phases, samples } = EXAMPLE;
const duration = samples.length / rate;
const ELBOW = 2;

const find = (page: Page) => page.getByRole("group", { name: /demonstration$/ });
const handle = (example: Locator) => example.getByRole("button", { name: "Take the arm" });
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

/** From now on, time passes only as the test says, however slow the machine is. */
async function stopTime(page: Page): Promise<void> {
  await page.clock.install({ time: 0 });
  await page.clock.pauseAt(60 * 60 * 1000);
}

/** The playhead is at a time: lanes and slider say so, to the eye and to a screen reader. */
async function expectAt(example: Locator, seconds: number): Promise<void> {
  const sample = samples[seconds * rate] ?? samples.at(-1);
  const elbow = Math.round(sample?.[ELBOW] ?? NaN);
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

test("another button of the mouse, and a press that began elsewhere, leave the playhead", async ({
  page,
}) => {
  const example = await visit(page);
  await time(example).press("PageUp");
  const { x, y } = await middle(example);
  await page.mouse.click(x, y, { button: "right" });
  await example.getByRole("button", { name: "Play" }).hover();
  await page.mouse.down();
  await page.mouse.move(x, y);
  await page.mouse.up();
  await example.getByRole("button", { name: "Play" }).hover();
  await expectAt(example, 1);
});

test("a phase's name leads to its start; all names are one stop of the Tab key", async ({
  page,
}) => {
  const example = await visit(page);
  for (const { name, from } of phases.toReversed()) {
    await example.getByRole("button", { name: `Go to ${name}` }).click();
    await expect(time(example)).toHaveValue(String(from));
  }
  await expect(example.getByRole("button", { name: "Go to reach" })).toBeFocused();
  for (const { name, from } of phases) {
    const button = example.getByRole("button", { name: `Go to ${name}` });
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(time(example)).toHaveValue(String(from));
    await page.keyboard.press("ArrowRight");
  }
  await page.keyboard.press("Tab");
  await expect(time(example)).toBeFocused();
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
  await stopTime(page);
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

test("it does not play on behind a dialog, or out of the window", async ({ page }) => {
  const example = await visit(page);
  await stopTime(page);
  await example.getByRole("button", { name: "Play" }).click();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  await expect(example.getByRole("button", { name: "Play" })).toBeVisible();
  await example.getByRole("button", { name: "Play" }).click();
  await example.getByRole("button", { name: "Request data like this" }).click();
  await page.keyboard.press("Escape");
  await expect(example.getByRole("button", { name: "Play" })).toBeVisible();
});

test("on the ruler, Space plays and pauses without scrolling, and L and J move by a second", async ({
  page,
}) => {
  const example = await visit(page);
  await stopTime(page);
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
  await stopTime(page);
  await time(example).press("End");
  await time(example).press("ArrowLeft");
  await example.getByRole("button", { name: "Play" }).click();
  await page.clock.runFor(1000);
  await expect.poll(async () => Math.round(Number(await time(example).inputValue()))).toBe(1);
});

test("with reduced motion the button jumps from phase to phase", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const example = await visit(page);
  const button = example.getByRole("button", { name: "Play next phase" });
  for (const end of [...phases.slice(1).map(({ from }) => from), duration, 0]) {
    await button.click();
    await expect(time(example)).toHaveValue(String(end));
  }
  await time(example).press("End");
  await time(example).press("ArrowLeft");
  await button.click();
  await expect(time(example)).toHaveValue(String(duration));
});

test.describe("without script", () => {
  test.use({ javaScriptEnabled: false });

  test("the example is there, and no control that does nothing", async ({ page }) => {
    await page.goto("/");
    const example = find(page);
    await expect(example.getByRole("img")).toBeVisible();
    for (const name of ["yaw", "shoulder", "elbow", "wrist", "gripper"]) {
      await expect(lane(example, name)).toHaveText(/ to \d+(°| mm)$/);
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
  await example.getByRole("link", { name: "Download CSV" }).click();
  expect(readFileSync(await (await download).path(), "utf8")).toMatch(/^time_s,.*phase\n0\.00,/);
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

/** What was recorded is announced, and downloaded with a row for each sample. */
async function expectRecording(page: Page, recording: Locator): Promise<void> {
  const announced = recording.getByRole("status").filter({ hasText: "samples" });
  await expect(announced).toHaveText(/Your demonstration\d+\.\d s, \d+ samples/);
  const [, count] = /(\d+) samples/.exec(await announced.innerText()) ?? [];
  const download = page.waitForEvent("download");
  await recording.getByRole("link", { name: "Download CSV" }).click();
  const [header, ...rows] = readFileSync(await (await download).path(), "utf8")
    .trimEnd()
    .split("\n");
  expect(header).toBe("time_s,yaw_deg,shoulder_deg,elbow_deg,wrist_deg,gripper_mm,phase");
  expect(rows).toHaveLength(Number(count));
  expect(rows.join("\n")).not.toContain("NaN");
}

/** Takes the arm by mouse, and leads it past points of the picture, from 0 to 1, half a second to each. */
async function lead(page: Page, example: Locator, points: Array<[x: number, y: number]>) {
  const picture = await example.getByRole("img").boundingBox();
  if (!picture) throw new Error("There is no picture.");
  await handle(example).hover();
  await page.mouse.down();
  for (const [x, y] of points) {
    await page.mouse.move(picture.x + x * picture.width, picture.y + y * picture.height, {
      steps: 4,
    });
    await page.clock.runFor(500);
  }
  await page.mouse.up();
}

test("led by mouse through a pick and place, the arm's recording takes the example's place", async ({
  page,
}) => {
  const example = await visit(page);
  await stopTime(page);
  const block: [number, number] = [0.12, 0.9];
  const tray: [number, number] = [0.54, 0.86];
  await lead(page, example, [[0.2, 0.5], block, [0.4, 0.5], [0.54, 0.6], tray, tray, [0.5, 0.5]]);
  await expectRecording(page, example);
  for (const name of ["reach", "carry", "place"]) {
    await expect(example.getByRole("button", { name: `Go to ${name}` })).toBeVisible();
  }
  await example.getByRole("button", { name: "Back to the example" }).click();
  await expect(time(example)).toHaveAttribute("max", String(duration));
  await expect(example.getByRole("button", { name: "Play" })).toBeFocused();
});

test("a request for data like a recording says what was led", async ({ page, person, stored }) => {
  const example = await visit(page);
  await stopTime(page);
  await lead(page, example, [[0.3, 0.4]]);
  await page.clock.resume();
  await example.getByRole("button", { name: "Request data like this" }).click();
  const dialog = page.getByRole("dialog");
  const described = field(dialog, "data_type");
  await expect(described).toHaveValue(/^Reaching as in my demonstration: 0\.\d s, \d+ samples/);
  const description = await described.inputValue();
  await fillAndSubmit(dialog, person);
  await expectSent(page);
  expect(await stored()).toMatchObject([{ data_type: description }]);
});

test("the handle is large enough to touch; a press that does not lead the arm leaves the example as it was", async ({
  page,
}) => {
  const example = await visit(page);
  const { width = 0, height = 0 } = (await handle(example).boundingBox()) ?? {};
  expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
  await handle(example).click();
  await expect(time(example)).toHaveAttribute("max", String(duration));
});

test("led by keys, the arm records, grips with Space and ends with Escape", async ({ page }) => {
  const example = await visit(page);
  await stopTime(page);
  await handle(example).focus();
  const press = async (keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    await page.clock.runFor(600);
  };
  const times = (count: number, key: string) => Array.from({ length: count }, () => `Shift+${key}`);
  await press(["Enter"]);
  await press([...times(6, "ArrowDown"), ...times(4, "ArrowLeft")]);
  await press(["Space"]);
  await press([...times(2, "ArrowUp"), ...times(7, "ArrowRight"), ...times(3, "ArrowDown")]);
  await press(["Space"]);
  await press(["Escape"]);
  await expect(example.getByRole("button", { name: "Go to place" })).toBeVisible();
  await expect(handle(example)).toBeFocused();
  await expectRecording(page, example);
});
