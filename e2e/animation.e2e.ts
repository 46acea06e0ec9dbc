import { readdir } from "node:fs/promises";

import { expect, test as base } from "./support/site.ts";
import { startStaticHost, type Listening } from "./support/static-host.ts";

const ANIMATION = "site/assets/animation/hero.json";

const test = base.extend<object, { animated: Listening }>({
  animated: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see what a fixture uses
    async ({}, use) => {
      const animated = await startStaticHost({
        files: { [ANIMATION]: "site/assets/animation/hero.example.json" },
      });
      await use(animated);
      await animated.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

base(
  "without an animation the hero shows its picture, and no build has a player",
  async ({ page }) => {
    await page.goto("/");
    await expect(page.locator("#hero img")).toBeVisible();
    await expect(page.locator("#hero [data-motion=animation]")).toHaveCount(0);
    const assets = await readdir("dist/assets");
    expect(assets.filter((name) => name.includes("player"))).toEqual([]);
  },
);

test.describe("with an animation supplied", () => {
  test("it loops in place of the picture, and its button pauses it", async ({ page, animated }) => {
    await page.goto(animated.origin);
    const stage = page.locator("#hero [data-motion=animation]");
    const drawing = stage.locator("svg");
    await expect(drawing).toBeVisible();
    await expect(page.locator("#hero img")).toBeHidden();
    const [box, frame] = [await stage.boundingBox(), await drawing.boundingBox()];
    expect(frame).toEqual(box);

    const picture = () => drawing.evaluate((svg) => svg.innerHTML);
    const first = await picture();
    await expect.poll(picture).not.toBe(first);

    const pause = page.getByRole("button", { name: "Pause animation" });
    await pause.click();
    await expect(pause).toHaveAttribute("aria-pressed", "true");
    const paused = await picture();
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    expect(await picture()).toBe(paused);
    await pause.click();
    await expect.poll(picture).not.toBe(paused);
  });

  test("it is paused for visitors who prefer reduced motion", async ({ page, animated }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto(animated.origin);
    const pause = page.getByRole("button", { name: "Pause animation" });
    await expect(pause).toHaveAttribute("aria-pressed", "true");
  });
});
