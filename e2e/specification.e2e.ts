/** Tests sentences of docs/specification.md. `engines/journey.ts` repeats those whose result depends on the engine. */
import type { Locator, Page } from "@playwright/test";

import { expect, test } from "../test-support/e2e/site.ts";
import {
  boxOf,
  expectTopAt,
  hold,
  openDialog,
  openEarly,
  openPage,
  SCRIPTS,
  setTextSize,
} from "../test-support/e2e/visitor.ts";

test("while the dialog is open, the page is dimmed by a third to a half", async ({ page }) => {
  await openPage(page);
  const dialog = await openDialog(page);
  const white = await dialog.evaluate((element) => {
    const pixel = new OffscreenCanvas(1, 1).getContext("2d");
    if (!pixel) throw new Error("No canvas");
    for (const colour of ["white", getComputedStyle(element, "::backdrop").backgroundColor]) {
      pixel.fillStyle = colour;
      pixel.fillRect(0, 0, 1, 1);
    }
    return (pixel.getImageData(0, 0, 1, 1).data[0] ?? 0) / 255;
  });
  expect(white).toBeGreaterThan(1 / 2);
  expect(white).toBeLessThan(2 / 3);
});

test("the fixed header is transparent, and from 11 px of scrolling translucent white with a shadow, also before the scripts", async ({
  page,
}) => {
  const release = await hold(page, SCRIPTS);
  await openEarly(page);
  await expectHeaderToFollowScrolling(page);
  release();
  await page.waitForLoadState();
  await expectHeaderToFollowScrolling(page);
});

async function expectHeaderToFollowScrolling(page: Page): Promise<void> {
  const header = page.getByRole("banner");
  await expect(header).toHaveCSS("position", "fixed");
  for (const scrolled of [0, 10, 11, 0]) {
    await page.evaluate((top) => scrollTo({ top, behavior: "instant" }), scrolled);
    const isAtTop = scrolled <= 10;
    const translucentWhite = /^rgba\(255, 255, 255, 0?\.\d+\)$/;
    await expect(header).toHaveCSS(
      "background-color",
      isAtTop ? "rgba(0, 0, 0, 0)" : translucentWhite,
    );
    await expect(header).toHaveCSS("box-shadow", isAtTop ? "none" : /px/);
  }
}

/** The third number is the text size. The second size is that of a laptop at 200 % zoom. */
const STACKED = [
  [1440, 900, 16],
  [844, 390, 16],
  [640, 400, 16],
  [390, 844, 32],
  [768, 1024, 32],
  [1280, 800, 32],
] as const;

test("on a phone in landscape, at 200 % zoom and with text of 32 px, too, the data showcase is three screens high, and each card is on top at its step, also on the way back", async ({
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

test("in Features each card appears 0.1 s after the one before", async ({ page }) => {
  await page.goto("/");
  const delays = await page
    .locator("#features li")
    .evaluateAll((all) => all.map((card) => parseFloat(getComputedStyle(card).transitionDelay)));
  expect(delays.length).toBeGreaterThan(1);
  expect(delays).toEqual(delays.map((_, index) => index / 10));
});

test("an in-page link stops 80 px above its section, and 100 px below a width of 768 px, at any text size", async ({
  page,
}) => {
  // The page jumps, so that the next link need not wait.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const section = page.locator("#features");
  for (const text of [16, 20]) {
    await setTextSize(page, text);
    for (const [width, offset] of [
      [767, 100],
      [768, 80],
      [900, 80],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => location.replace("#"));
      await page.evaluate(() => location.replace("#features"));
      await expect
        .poll(() => section.evaluate((it) => Math.round(it.getBoundingClientRect().top)))
        .toBe(offset);
    }
  }
});

test("with text of 32 px the header ends above the chip of a section that a link leads to", async ({
  page,
}) => {
  await setTextSize(page, 32);
  await page.goto("/#features");
  await expectTopAt(page.locator("#features"), 80);
  const { y, height } = await boxOf(page.getByRole("banner"));
  expect(y + height).toBeLessThan(80);
});

test("the Open Graph image and the favicons exist", async ({ page, request }) => {
  await page.goto("/");
  const address = await page.locator("link[rel=canonical]").getAttribute("href");
  const picture = await page.locator("meta[property='og:image']").getAttribute("content");
  expect(picture?.startsWith(address ?? "?")).toBe(true);
  const preview = await request.get(new URL(picture ?? "").pathname);
  expect(preview.headers()["content-type"]).toBe("image/jpeg");
  for (const path of ["/favicon.ico", "/favicon.svg"]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
});

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] });

  test("the 404 page logs the missing path", async ({ page }) => {
    const logged = page.waitForEvent("console", (message) => message.text().includes("/nowhere"));
    await page.goto("/nowhere");
    await logged;
  });
});

test("on a phone the menu has its close button where the open button was", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const form = await openPage(page);
  await form.scrollIntoViewIfNeeded();
  const open = page.getByRole("button", { name: "Open menu" });
  const close = page.getByRole("button", { name: "Close menu" });
  const place = await open.boundingBox();
  await open.click();
  await expect.poll(() => close.boundingBox()).toEqual(place);
  await close.click();
  await expect(close).toBeHidden();
});
