import type { Page } from "@playwright/test";

import { expect, test } from "./support/site.ts";

const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((element) => Math.round(element.getBoundingClientRect().top));

for (const { width, height = 800, offset } of [
  { width: 3840, height: 2160, offset: 80 },
  { width: 1440, offset: 80 },
  { width: 768, offset: 80 },
]) {
  test(`at ${width} px the bar's links scroll to ${offset} px above their section`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const links = page.getByRole("navigation", { name: "Main" });
    await links.getByRole("link", { name: "Contact" }).click();
    await expect.poll(() => topOf(page, "details")).toBe(offset);
    await links.getByRole("link", { name: "About" }).click();
    await expect.poll(() => topOf(page, "features")).toBe(offset);
    await links.getByRole("link", { name: "Home" }).click();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  });
}

test("a link to a section from elsewhere opens the page there, without travelling", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const positions: number[] = [];
    Object.assign(window, { positions });
    addEventListener("scroll", () => positions.push(scrollY));
  });
  await page.goto("/#features");
  await expect(page.locator("html")).toHaveCSS("scroll-behavior", "smooth");
  const { positions, end } = await page.evaluate(() => ({
    positions: (window as unknown as { positions: number[] }).positions,
    end: scrollY,
  }));
  expect(await topOf(page, "features")).toBe(80);
  expect(positions.filter((position) => Math.abs(position - end) > 1)).toEqual([]);
});

test("the logo scrolls smoothly to the top", async ({ page }) => {
  await page.goto("/#features");
  await expect.poll(() => topOf(page, "features")).toBe(80);
  const from = await page.evaluate(() => scrollY);
  const passed = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener("scroll", () => scrollY > 0 && resolve(scrollY), { once: true });
      }),
  );
  await page.getByRole("banner").getByRole("link", { name: "to the top" }).click();
  expect(await passed).toBeLessThan(from);
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
});

test("with reduced motion scrolling is instant, and nothing is hidden or moves", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.getByRole("navigation").getByRole("link", { name: "About" }).click();
  expect(await topOf(page, "features")).toBe(80);
  await page.mouse.move(1000, 300);
  const moved = await page.evaluate(() => ({
    waiting: document.querySelectorAll("[data-reveal]").length,
    smooth: getComputedStyle(document.documentElement).scrollBehavior,
    parallax: getComputedStyle(document.querySelector(".hero-blob") as Element).translate,
    tilt: (document.querySelector("#hero") as HTMLElement).style.cssText,
    // Colours may fade; nothing moves.
    moving: document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length,
  }));
  expect(moved).toEqual({ waiting: 0, smooth: "auto", parallax: "none", tilt: "", moving: 0 });
});

test("at load nothing animates out of view; the footer's path is drawn when it is visible", async ({
  page,
}) => {
  await page.goto("/");
  const unseen = await page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ timeline }) => timeline === document.timeline)
      .map(({ effect }) => effect as KeyframeEffect)
      // Chromium sometimes styles controls before the style sheet has come: those changes are short.
      .filter((effect) => Number(effect.getComputedTiming().duration) > 200)
      .map(({ target }) => target?.closest("[class]"))
      .filter((target) => target && target.getBoundingClientRect().top > innerHeight)
      .map((target) => target?.getAttribute("class")),
  );
  expect(unseen).toEqual([]);
  const path = page.locator(".footer-trajectory");
  await expect(path).toHaveCSS("animation-name", "none");
  await path.scrollIntoViewIfNeeded();
  await expect(path).toHaveCSS("animation-name", "trajectory-draw");
});

test("the bar turns translucent white past 10 px", async ({ page }) => {
  await page.goto("/");
  const bar = page.getByRole("banner");
  await expect(bar).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await page.evaluate(() => scrollTo(0, 11));
  await expect(bar).toHaveCSS("background-color", "rgba(255, 255, 255, 0.98)");
  await expect(bar).not.toHaveCSS("box-shadow", "none");
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the menu locks the page, and a link closes it and scrolls to 100 px", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).tap();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu).toBeVisible();
    await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
    await menu.getByRole("link", { name: "Contact" }).tap();
    await expect(menu).toBeHidden();
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
    await expect.poll(() => topOf(page, "details")).toBe(100);
  });

  test("its button and Escape close the menu, and focus goes back", async ({ page }) => {
    await page.goto("/");
    const opener = page.getByRole("button", { name: "Open menu" });
    const menu = page.getByRole("dialog", { name: "Menu" });
    await opener.click();
    await menu.getByRole("button", { name: "Close menu" }).click();
    await expect(menu).toBeHidden();
    await opener.click();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test("the menu covers the window, its close button on the menu button", async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    const opener = await page.getByRole("button", { name: "Open menu" }).boundingBox();
    await page.getByRole("button", { name: "Open menu" }).tap();
    const menu = page.getByRole("dialog", { name: "Menu" });
    expect(await menu.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    expect(await menu.getByRole("button", { name: "Close menu" }).boundingBox()).toEqual(opener);
  });

  test("Request Data in the menu replaces it with the form, by keyboard too", async ({ page }) => {
    await page.goto("/");
    const opener = page.getByRole("button", { name: "Open menu" });
    const menu = page.getByRole("dialog", { name: "Menu" });
    const dialog = page.getByRole("dialog", { name: "Tell Us About Your Data Needs" });
    await opener.tap();
    await menu.getByRole("link", { name: "Contact" }).focus();
    await page.keyboard.press("Tab");
    await expect(menu.getByRole("button", { name: "Request Data" })).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(dialog).toBeVisible();
    await expect(menu).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(menu).toBeHidden();
    await expect(opener).toBeFocused();
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
  });

  test("widening the window closes the menu", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).tap();
    await page.setViewportSize({ width: 800, height: 844 });
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
  });
});
