import { expect, test as base } from "../test-support/e2e/site.ts";
import { startVariant, type Variant } from "../test-support/e2e/variant.ts";

const test = base.extend<object, { animated: Variant }>({
  animated: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires an object pattern
    async ({}, use) => {
      const animation = "site/assets/animation/hero";
      const files = { [`${animation}.json`]: `${animation}.example.json` };
      const animated = await startVariant({ files });
      await use(animated);
      await animated.stop();
    },
    { scope: "worker", timeout: 120_000 },
  ],
});

// One worker, so that the variant is built once.
test.describe.configure({ mode: "serial" });

test("a supplied animation replaces the hero image and plays until it is paused", async ({
  page,
  animated,
}) => {
  await page.clock.install();
  await page.goto(animated.origin);
  const stage = page.locator("#hero [data-effects=playAnimation]");
  const drawing = stage.locator("svg");
  await expect(drawing).toBeVisible();
  await expect(page.locator("#hero img")).toBeHidden();
  expect(await drawing.boundingBox()).toEqual(await stage.boundingBox());

  const frame = () => drawing.evaluate((svg) => svg.innerHTML);
  // Repeats, because the example rests at the end of its drawing.
  const expectToMove = async () => {
    const before = await frame();
    await expect(async () => {
      await page.clock.runFor(100);
      expect(await frame()).not.toBe(before);
    }).toPass();
  };
  await expectToMove();
  // The example lasts three seconds, so it is then playing a second time.
  await page.clock.runFor(4_000);
  await expectToMove();
  const pause = page.getByRole("button", { name: "Pause animation" });
  await pause.click();
  await expect(pause).toHaveAttribute("aria-pressed", "true");
  const paused = await frame();
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  );
  expect(await frame()).toBe(paused);
});

test("with prefers-reduced-motion, a supplied animation starts paused", async ({
  page,
  animated,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(animated.origin);
  const pause = page.getByRole("button", { name: "Pause animation" });
  await expect(pause).toHaveAttribute("aria-pressed", "true");
});
