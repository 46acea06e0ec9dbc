import type { Locator, Page } from "@playwright/test";

import { testAccessibility } from "../../../test-support/e2e/axe.ts";
import { testPresses, type Control } from "../../../test-support/e2e/presses.ts";
import { expect, test } from "../../../test-support/e2e/site.ts";
import { testTexts } from "../../../test-support/e2e/texts.ts";
import { boxOf, expectTopAt, openPage, setTextSize } from "../../../test-support/e2e/visitor.ts";

testTexts({
  "#data-showcase": ["02 Platform"],
  "#data-showcase ol:has(article)": ["Quality First", "Hardware Agnostic", "Fast Turnaround"],
});

testAccessibility(1440, { "stack-0.6": "#data-showcase", "stack-0.9": "#data-showcase" });
testAccessibility(390, { "stack-0.6": "#data-showcase" });

/** The third number is the text size. The second size is that of a laptop at 200 % zoom. */
const STACKED = [
  [1440, 900, 16],
  [844, 390, 16],
  [640, 400, 16],
  [390, 844, 32],
  [768, 1024, 32],
  [1280, 800, 32],
] as const;

test("on a phone in landscape, at 200 % zoom and with text of 32 px, too, the section is three screens high, and each card is on top at its step, also on the way back", async ({
  page,
}) => {
  await openPage(page);
  const region = page.locator("#data-showcase");
  const cards = region.getByRole("article");
  for (const [width, height, text] of STACKED) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, text);
    await expect.poll(async () => (await boxOf(region)).height).toBe(3 * height);
    for (const [progress, card] of [
      [0.3, 0],
      [0.6, 1],
      [0.95, 2],
      [0.3, 0],
    ] as const) {
      await region.evaluate((element, share) => {
        const top = element.getBoundingClientRect().top + share * 2 * innerHeight;
        scrollBy({ top, behavior: "instant" });
      }, progress);
      const place = `card ${card} at ${width} by ${height} with text of ${text} px`;
      await expect.poll(() => isOnTop(cards.nth(card)), place).toBe(true);
      await expect(cards.nth(card), place).toBeInViewport({ ratio: 1 });
    }
  }
});

test("where a card's text does not fit below the header, the cards are a list", async ({
  page,
}) => {
  await openPage(page);
  const region = page.locator("#data-showcase");
  for (const [width, height, text] of [
    [320, 256, 16],
    [320, 568, 32],
  ] as const) {
    await page.setViewportSize({ width, height });
    await setTextSize(page, text);
    for (const card of await region.getByRole("article").all()) {
      await card.getByRole("paragraph").scrollIntoViewIfNeeded();
      await expect.poll(() => isOnTop(card.getByRole("paragraph"))).toBe(true);
    }
    expect((await boxOf(region)).height).toBeGreaterThanOrEqual(3 * height);
  }
});

function isOnTop(part: Locator): Promise<boolean> {
  return part.evaluate((it) => {
    const { x, y, width, height } = it.getBoundingClientRect();
    return it.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
}

test("before scrolling, every card is in the accessibility tree", async ({ page }) => {
  await openPage(page);
  const showcase = page.locator("#data-showcase");
  const tree = await showcase.ariaSnapshot();
  for (const title of await showcase.locator("article h3").allTextContents()) {
    expect(tree).toContain(`heading "${title}"`);
  }
});

test("in print all cards are beside or below each other", async ({ page }) => {
  await openPage(page);
  await page.emulateMedia({ media: "print" });
  const tops = await page
    .locator("#data-showcase article")
    .evaluateAll((all) => all.map((card) => card.getBoundingClientRect().top));
  expect(new Set(tops).size).toBe(3);
});

const cardLink = (page: Page, index: number) =>
  page.locator("#data-showcase").getByRole("link").nth(index);

const toCard = (index: number): Control => ({
  name: "the name of each card",
  // The links appear together with the stack.
  needsScript: true,
  find: (page) => cardLink(page, index),
  async expectArrival(page) {
    const link = cardLink(page, index);
    await expectTopAt(page.locator((await link.getAttribute("href")) ?? ""), 80);
    await expect(link).toHaveAttribute("aria-current", "true");
  },
});

testPresses(
  { ...toCard(2), andThen: { ...toCard(1), andThen: toCard(0) } },
  ["mouse", "keyboard"],
  100,
);
