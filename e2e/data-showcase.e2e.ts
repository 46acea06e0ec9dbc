import type { Page } from "@playwright/test";

import { expect, test } from "./support/site.ts";
import { WINDOWS } from "./support/states.ts";

const REGION = ".data-showcase-region";
const CARDS = ["Quality First", "Hardware Agnostic", "Fast Turnaround"];
/** WCAG 1.4.4 and 1.4.12, as in a user style sheet. */
const LARGE_SPACED_TEXT = `html { font-size: 200% } * { line-height: 1.5 !important;
  letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`;

/** Scrolls to this progress through the region, of two window heights. */
const scrollTo = (page: Page, progress: number) =>
  page.locator(REGION).evaluate((region, share) => {
    const top = region.getBoundingClientRect().top + scrollY;
    window.scrollTo({ top: top + share * 2 * innerHeight, behavior: "instant" });
  }, progress);

const expectShown = (page: Page, shown: number) =>
  expect
    .poll(() =>
      page
        .locator(".data-showcase-card")
        .evaluateAll((all) => all.map((card) => Number(getComputedStyle(card).opacity))),
    )
    .toEqual(CARDS.map((_, at) => (at < shown ? 1 : 0)));

test("the showcase is three windows tall and shows its cards one after another", async ({
  page,
}) => {
  await page.goto("/");
  expect((await page.locator(REGION).boundingBox())?.height).toBe(3 * 900);
  await expectShown(page, 0);
  for (const [progress, shown] of [
    [-0.36, 0],
    [-0.34, 1],
    [0.05, 1],
    [0.329, 1],
    [0.331, 2],
    [0.659, 2],
    [0.661, 3],
    [1, 3],
    [0.05, 1],
    [-0.4, 0],
  ] as const) {
    await scrollTo(page, progress);
    await expectShown(page, shown);
  }
});

test("a page that is reloaded within the showcase does not play it again", async ({ page }) => {
  await page.goto("/");
  await scrollTo(page, 0.5);
  await expect(page.locator(`${REGION}[data-step="1"]`)).toBeVisible();
  await page.reload();
  await page.locator(`[data-loaded] ${REGION}[data-step="1"]`).waitFor();
  await expectShown(page, 2);
  const moving = await page
    .locator(REGION)
    .evaluate((region) => region.getAnimations({ subtree: true }).length);
  expect(moving).toBe(0);
});

test("a card that leaves is below the one that it had covered, so that their texts do not overlap", async ({
  page,
}) => {
  await page.goto("/");
  await scrollTo(page, 0.9);
  await expectShown(page, 3);
  await scrollTo(page, 0.1);
  await page.locator(`${REGION}[data-step="0"]`).waitFor();
  const isOnTop = await page
    .getByRole("heading", { name: "Quality First" })
    .first()
    .evaluate((title) => {
      const { left, top } = title.getBoundingClientRect();
      return title.contains(document.elementFromPoint(left + 5, top + 10));
    });
  expect(isOnTop).toBe(true);
});

for (const [width, height] of [
  [390, 844],
  [768, 1024],
  [1440, 900],
] as const) {
  test(`at ${width} px a link to the showcase lands where its stage stays`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/#data-showcase");
    await expect(page.locator(REGION)).toHaveAttribute("data-step", "0");
    const top = () =>
      page
        .locator(".data-showcase-stage")
        .evaluate((stage) => Math.round(stage.getBoundingClientRect().top));
    const landed = await top();
    await scrollTo(page, 0.5);
    await expect(page.locator(REGION)).toHaveAttribute("data-step", "1");
    expect(landed).toBe(await top());
  });
}

for (const width of [390, 1024, 1440, 2560]) {
  test(`at ${width} px the current card and the index are fully visible at any height`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    for (const height of [700, 844, 1100, 1440, 2160]) {
      await page.setViewportSize({ width, height });
      for (const [step, progress] of [0.1, 0.5, 0.9].entries()) {
        await scrollTo(page, progress);
        await expect(page.locator(`${REGION}[data-stage][data-step="${step}"]`)).toBeAttached();
        const outside = await page.evaluate(findOutside, step);
        expect(outside, `step ${step} at ${height} px`).toEqual([]);
      }
    }
  });
}

/**
 * In the page: parts of the active card and of the index that are not fully visible below the bar.
 */
function findOutside(step: number): string[] {
  const bar = document.querySelector(".nav-bar")?.getBoundingClientRect().bottom ?? NaN;
  const card = document.querySelectorAll(".data-showcase-card")[step] as HTMLElement;
  const clipped = card.scrollHeight > card.clientHeight ? ["the card's text"] : [];
  const parts = [card, ...document.querySelectorAll(".data-showcase-index")];
  const outside = parts.filter((part) => {
    const { top, bottom, height } = part.getBoundingClientRect();
    return !(height > 0 && top >= bar && bottom <= innerHeight);
  });
  return [...clipped, ...outside.map(({ className }) => className)];
}

test("every card is exposed to screen readers and find-in-page before it is scrolled to", async ({
  page,
}) => {
  await page.goto("/");
  const tree = await page.locator(".data-showcase-cards").ariaSnapshot();
  for (const title of CARDS) expect(tree).toContain(`heading "${title}"`);
  expect(tree.match(/img "/g)).toHaveLength(3);
  const found = await page.evaluate(() =>
    ["each demonstration", "a robot of your own", "Thousands of demonstrations"].map((text) =>
      (window as never as { find(text: string): boolean }).find(text),
    ),
  );
  expect(found).toEqual([true, true, true]);
});

for (const { width, height } of [{ width: 320, height: 640 }, ...WINDOWS]) {
  test(`with text at 200 % and spaced, at ${width}x${height} the heading does not overlap the cards, and no text is cut`, async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.setViewportSize({ width, height });
    await page.goto("/");
    // As a user style sheet: the content security policy allows no other.
    await page.evaluate((css) => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync(css);
      document.adoptedStyleSheets.push(sheet);
    }, LARGE_SPACED_TEXT);
    await scrollTo(page, 0.1);
    await expect.poll(() => page.evaluate(findCutText)).toEqual([]);
  });
}

/** In the page: texts of the showcase that a card covers or cuts, or that leave the window. */
function findCutText(): string[] {
  const section = document.querySelector("#data-showcase") as HTMLElement;
  const cards = [...section.querySelectorAll<HTMLElement>(".data-showcase-card")];
  const text = document.createRange();
  text.selectNodeContents(section.querySelector("h2") as HTMLElement);
  const heading = text.getBoundingClientRect();
  const first = (cards[0] as HTMLElement).getBoundingClientRect();
  return [
    ...(heading.right > document.body.clientWidth ? ["heading leaves the window"] : []),
    ...(heading.right > first.left && heading.bottom > first.top && heading.top < first.bottom
      ? ["heading under a card"]
      : []),
    ...cards
      .filter((card) => card.scrollHeight > card.clientHeight)
      .map((card) => `card cut: ${card.textContent}`),
    ...cards
      .filter((card) => card.getBoundingClientRect().right > document.body.clientWidth)
      .map((card) => `card leaves the window: ${card.textContent}`),
  ];
}
