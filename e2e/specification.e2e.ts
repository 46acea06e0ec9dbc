/** The specification's sentences about the page itself, as a visitor meets them. */
import type { Page } from "@playwright/test";

import { expect, test } from "./support/site.ts";

const topOf = (page: Page, id: string) =>
  page.locator(`#${id}`).evaluate((element) => Math.round(element.getBoundingClientRect().top));
const scrolled = (page: Page) => page.evaluate(() => scrollY);

test("the page has its sections in their order, one h1 and no heading level left out", async ({
  page,
}) => {
  await page.goto("/");
  const ids = await page.locator("main > section").evaluateAll((all) => all.map(({ id }) => id));
  const anchors = ["hero", "data-showcase", "specifications", "details", "showcase", "features"];
  expect(ids).toEqual(anchors);
  const levels = await page
    .locator("main :is(h1, h2, h3, h4)")
    .evaluateAll((all) => all.map(({ tagName }) => Number(tagName[1])));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [at, level] of levels.entries()) {
    expect(level - (levels[at - 1] ?? 0)).toBeLessThanOrEqual(1);
  }
  await expect(page.getByText("Let's build the future of robotics together.")).toBeVisible();
});

test("the features come in their order, each a tenth of a second after the one before", async ({
  page,
}) => {
  await page.goto("/");
  const cards = page.locator("#features li");
  await expect(cards.getByRole("heading")).toHaveText([
    "Fast Turnaround",
    "Hardware Agnostic",
    "Quality First",
    "Custom Scenarios",
  ]);
  const delays = await cards.evaluateAll((all) =>
    all.map((card) => getComputedStyle(card).transitionDelay),
  );
  expect(delays).toEqual(["0s", "0.1s", "0.2s", "0.3s"]);
});

test("the bar is fixed, and becomes translucent white with a shadow past 10 px", async ({
  page,
}) => {
  await page.goto("/");
  const bar = page.getByRole("banner");
  await expect(bar).toHaveCSS("position", "fixed");
  await expect(bar).toHaveCSS("background-color", "rgba(0, 0, 0, 0)");
  await page.evaluate(() => scrollTo(0, 11));
  await expect(bar).toHaveCSS("background-color", /^rgba\(255, 255, 255, 0\.\d+\)$/);
  await expect(bar).not.toHaveCSS("box-shadow", "none");
});

for (const width of [1440, 768]) {
  test(`at ${width} px the bar's links scroll to 80 px above their section`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const links = page.getByRole("navigation", { name: "Main" });
    await links.getByRole("link", { name: "Contact" }).click();
    await expect.poll(() => topOf(page, "details")).toBe(80);
    await links.getByRole("link", { name: "About" }).click();
    await expect.poll(() => topOf(page, "features")).toBe(80);
    await links.getByRole("link", { name: "Home" }).click();
    await expect.poll(() => scrolled(page)).toBe(0);
  });
}

test("the logo scrolls smoothly to the top", async ({ page }) => {
  await page.goto("/#features");
  await expect.poll(() => topOf(page, "features")).toBe(80);
  const from = await scrolled(page);
  const passed = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        addEventListener("scroll", () => scrollY > 0 && resolve(scrollY), { once: true });
      }),
  );
  await page.getByRole("banner").getByRole("link", { name: "to the top" }).click();
  expect(await passed).toBeLessThan(from);
  await expect.poll(() => scrolled(page)).toBe(0);
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("the menu covers the window and locks the page; a link closes it and scrolls to 100 px", async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).tap();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await expect(menu).toBeVisible();
    expect(await menu.boundingBox()).toMatchObject({ x: 0, y: 0, width: 390, height: 844 });
    await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
    await menu.getByRole("link", { name: "Contact" }).tap();
    await expect(menu).toBeHidden();
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
    await expect.poll(() => topOf(page, "details")).toBe(100);
  });

  test("the menu's button, Escape and a wider window close it, and focus goes back", async ({
    page,
  }) => {
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
    await opener.click();
    await page.setViewportSize({ width: 800, height: 844 });
    await expect(menu).toBeHidden();
  });

  test("Request Data in the menu replaces it with the form", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "Open menu" }).tap();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("button", { name: "Request Data" }).tap();
    const dialog = page.getByRole("dialog", { name: "Tell Us About Your Data Needs" });
    await expect(dialog).toBeVisible();
    await expect(menu).toBeHidden();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(menu).toBeHidden();
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
  });
});

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`at ${width} px the showcase is three windows tall and shows its cards one after another`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const region = page.locator(".data-showcase-region");
    expect((await region.boundingBox())?.height).toBe(3 * height);
    const shown = () =>
      page
        .locator(".data-showcase-card")
        .evaluateAll((all) =>
          all.map((card) =>
            card.checkVisibility({ visibilityProperty: true, opacityProperty: true }),
          ),
        );
    for (const [progress, cards] of [
      [-0.4, [false, false, false]],
      [-0.3, [true, false, false]],
      [0.32, [true, false, false]],
      [0.34, [true, true, false]],
      [0.67, [true, true, true]],
      [0.05, [true, false, false]],
    ] as const) {
      await region.evaluate((element, share) => {
        const top = element.getBoundingClientRect().top + scrollY + share * 2 * innerHeight;
        window.scrollTo({ top, behavior: "instant" });
      }, progress);
      await expect.poll(shown, `progress ${progress}`).toEqual(cards);
    }
  });
}

test("a page that is reloaded within the showcase does not play it again", async ({ page }) => {
  await page.goto("/");
  const region = page.locator(".data-showcase-region");
  await region.evaluate((element) =>
    scrollTo({ top: element.getBoundingClientRect().top + innerHeight, behavior: "instant" }),
  );
  await expect(region).toHaveAttribute("data-step", "1");
  await page.reload();
  await expect(region).toHaveAttribute("data-step", "1");
  const moving = await region.evaluate(
    (element) => element.getAnimations({ subtree: true }).length,
  );
  expect(moving).toBe(0);
});

test("each Request Data button of the page opens the form", async ({ page }) => {
  await page.goto("/");
  const dialog = page.getByRole("dialog", { name: "Tell Us About Your Data Needs" });
  for (const place of ["main", "contentinfo"] as const) {
    await page.getByRole(place).getByRole("button", { name: "Request Data" }).click();
    await expect(dialog).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
  }
});

test("with reduced motion links jump to their section, and nothing is hidden or moves", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await page.getByRole("navigation").getByRole("link", { name: "About" }).click();
  expect(await topOf(page, "features")).toBe(80);
  await page.mouse.move(1000, 300);
  const moved = await page.evaluate(() => ({
    waiting: document.querySelectorAll("[data-reveal]").length,
    parallax: getComputedStyle(document.querySelector(".hero-blob") as Element).translate,
    tilt: (document.querySelector("#hero") as HTMLElement).style.cssText,
    // Colours may fade; nothing moves.
    moving: document.getAnimations().filter((one) => !(one instanceof CSSTransition)).length,
  }));
  expect(moved).toEqual({ waiting: 0, parallax: "none", tilt: "", moving: 0 });
});

test("crawlers and link previews find what they need", async ({ page, request }) => {
  await page.goto("/");
  const address = await page.locator("link[rel=canonical]").getAttribute("href");
  const picture = await page.locator("meta[property='og:image']").getAttribute("content");
  expect(picture?.startsWith(address ?? "?")).toBe(true);
  const preview = await request.get(new URL(picture ?? "").pathname);
  expect(preview.headers()["content-type"]).toBe("image/jpeg");
  for (const path of ["/robots.txt", "/sitemap.xml", "/favicon.ico", "/favicon.svg"]) {
    expect((await request.get(path)).status(), path).toBe(200);
  }
});

test.describe("any other path", () => {
  // Chromium itself reports responses with an error status.
  test.use({ expectedErrors: [/status of 404/] });

  test("is the 404 page, which logs the path and leads home", async ({ page, request }) => {
    for (const path of ["/a/b.html", "/assets/nothing.js", "/index.htm"]) {
      expect((await request.get(path)).status(), path).toBe(404);
    }
    const logged = page.waitForEvent("console", (message) => message.text().includes("/nowhere"));
    await page.goto("/nowhere");
    await logged;
    await expect(page.getByRole("heading", { name: "Oops! Page not found" })).toBeVisible();
    await page.getByRole("link", { name: "Return to Home" }).click();
    await expect(page).toHaveURL("/");
  });
});
