/** Tests sentences of docs/specification.md. `engines/journey.ts` repeats those whose result depends on the engine. */
import type { Page } from "@playwright/test";

import { expect, test } from "../test-support/e2e/site.ts";
import {
  boxOf,
  expectTopAt,
  hold,
  openDialog,
  openEarly,
  openPage,
  partLink,
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

test("an in-page link stops 80 px above its section, and 100 px below a width of 768 px, at any text size", async ({
  page,
}) => {
  // The page jumps, so that the next link need not wait.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const hash = await partLink(page.getByRole("banner")).getAttribute("href");
  const section = page.locator(hash ?? "");
  for (const text of [16, 20]) {
    await setTextSize(page, text);
    for (const [width, offset] of [
      [767, 100],
      [768, 80],
      [900, 80],
    ] as const) {
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(() => location.replace("#"));
      await page.evaluate((to) => location.replace(to ?? ""), hash);
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
  await page.goto("/");
  const hash = await partLink(page.getByRole("banner")).getAttribute("href");
  // Leaves the page first, so that it loads with the fragment instead of scrolling.
  await page.goto("about:blank");
  await page.goto(`/${hash}`);
  await expectTopAt(page.locator(":target"), 80);
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
