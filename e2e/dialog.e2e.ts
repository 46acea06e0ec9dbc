/** Tests the history and the focus of the dialog. */
import type { Page } from "@playwright/test";

import { expect, test } from "../test-support/e2e/site.ts";
import {
  boxOf,
  expectStored,
  expectTopAt,
  field,
  fillAndSubmit,
  heroButton,
  hold,
  hydrateForms,
  INSERT,
  linkTo,
  openDialog,
  openEarly,
  openPage,
  partLink,
  requestButton,
  requestDialog,
  SCRIPTS,
} from "../test-support/e2e/visitor.ts";

test.use({
  // Some tests go back in history to a 404 page.
  expectedErrors: [/status of 404/],
});

const WAYS_TO_CLOSE: ((page: Page) => Promise<unknown>)[] = [
  (page) => page.getByRole("button", { name: "Close" }).click(),
  (page) => page.keyboard.press("Escape"),
  (page) => page.mouse.click(20, 450),
];

test("after each way of closing the dialog, a single Back leaves the site", async ({ page }) => {
  await page.goto("/nowhere");
  await page.goto("/");
  for (const close of WAYS_TO_CLOSE) {
    const dialog = await openDialog(page);
    await close(page);
    await expect(dialog).toBeHidden();
  }
  await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
  await page.goBack();
  await expect(page).toHaveURL("/nowhere");
});

test("after an in-page link, closing the dialog keeps the scroll position and returns focus to the opener", async ({
  page,
}) => {
  await page.goto("/");
  const header = page.getByRole("banner");
  await partLink(header).click();
  await expectTopAt(page.locator(":target"), 80);
  const scrolled = await page.evaluate(() => scrollY);
  const opener = requestButton(header);
  for (const close of [...WAYS_TO_CLOSE, () => page.goBack()]) {
    const dialog = await openDialog(page, opener);
    await close(page);
    await expect(dialog).toBeHidden();
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe("auto");
    expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThanOrEqual(2);
    await expect(opener).toBeFocused();
  }
});

test("a menu link closes the menu and scrolls to its target even if the URL already has that fragment", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const menu = page.getByRole("dialog", { name: "Menu" });
  const open = page.getByRole("button", { name: "Open menu" });
  for (let visit = 0; visit < 2; visit += 1) {
    await open.click();
    await partLink(menu).click();
    await expect(menu).toBeHidden();
    await expect(page.locator(":target")).toBeInViewport();
    await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  }
});

test("the open menu keeps the page from scrolling, its logo closes it, restores scrolling and goes to the top, and Back returns", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.evaluate(() => scrollTo({ top: 1500, behavior: "instant" }));
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.locator("html")).toHaveCSS("overflow-y", "hidden");
  const menu = page.getByRole("dialog", { name: "Menu" });
  await linkTo(menu, "#top").first().click();
  await expect(menu).toBeHidden();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(0);
  await page.mouse.wheel(0, 300);
  await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  await page.goBack();
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(1500);
});

test("after a reload the dialog can be opened again with its input, and Back closes it", async ({
  page,
}) => {
  await page.goto("/nowhere");
  await page.goto("/");
  await field(await openDialog(page), "company").fill("Analytical Engines");
  await hydrateForms(page);
  await page.reload();
  const dialog = await openDialog(page);
  await expect(field(dialog, "company")).toHaveValue("Analytical Engines");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/nowhere");
});

const WAYS_TO_REOPEN: Record<string, (page: Page) => Promise<unknown>> = {
  "Close and a click on its button": async (page) => {
    await page.getByRole("button", { name: "Close" }).click();
    await heroButton(page).click();
  },
  "Escape and Enter": async (page) => {
    await page.keyboard.press("Escape");
    await page.keyboard.press("Enter");
  },
};

for (const [way, reopen] of Object.entries(WAYS_TO_REOPEN)) {
  test(`after ${way}, before the browser has gone back, the dialog is open until Back closes it`, async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const goBack = history.back.bind(history);
      history.back = () => addEventListener("go back", goBack, { once: true });
    });
    await page.goto("/");
    const dialog = await openDialog(page);
    await reopen(page);
    await page.evaluate(() => {
      const hasGoneBack = new Promise((resolve) => addEventListener("popstate", resolve));
      dispatchEvent(new Event("go back"));
      return hasGoneBack.then(() => {});
    });
    await expect(dialog).toHaveAttribute("open");
    await page.goBack();
    await expect(dialog).toBeHidden();
  });
}

/** Safari does not focus a clicked button. */
const behaveLikeSafari = (page: Page) =>
  page.addInitScript(() => {
    const keepFocus = (event: Event) => {
      if ((event.target as Element).closest("button")) event.preventDefault();
    };
    addEventListener("mousedown", keepFocus);
  });

test("in a browser that does not focus clicked buttons, closing returns focus to the opener", async ({
  page,
}) => {
  await behaveLikeSafari(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const footerButton = requestButton(page.getByRole("contentinfo"));
  const dialog = await openDialog(page, footerButton);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(footerButton).toBeFocused();
  const menuButton = page.getByRole("button", { name: "Open menu" });
  await menuButton.click();
  await openDialog(page, requestButton(page.getByRole("dialog")));
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(menuButton).toBeFocused();
});

test("a dialog opened before the first script, in a browser that does not focus clicked buttons, keeps its input until Back closes it", async ({
  page,
}) => {
  await behaveLikeSafari(page);
  const release = await hold(page, SCRIPTS);
  await openEarly(page);
  await partLink(page.getByRole("banner")).click();
  const opener = requestButton(page.getByRole("contentinfo"));
  const dialog = await openDialog(page, opener);
  await field(dialog, "company").pressSequentially("Analytical ");
  release();
  await hydrateForms(page);
  await page.keyboard.type("Engines");
  await expect(field(dialog, "company")).toHaveValue("Analytical Engines");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page.locator(":target")).toBeInViewport();
});

test("a toast about a request is shown when the menu, opened while it was being sent, closes", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const release = await hold(page, INSERT);
  await fillAndSubmit(await openPage(page));
  await page.getByRole("button", { name: "Open menu" }).click();
  const response = page.waitForResponse(INSERT);
  release();
  await response;
  await expect(page.locator("#details").getByText("Request sent")).toBeAttached();
  expect(await page.locator("[data-toast]:not([hidden])").count()).toBe(0);
  await page.getByRole("button", { name: "Close menu" }).click();
  await expectStored(page);
});

test("after a double click on Request Data the dialog is open", async ({ page }) => {
  await page.goto("/");
  const opener = heroButton(page);
  // The second click lands on the backdrop, where a single click would close the dialog.
  await opener.dblclick({ position: { x: 8, y: 8 } });
  // While the dialog closes, it is still visible.
  await expect(requestDialog(page)).toHaveAttribute("open");
});

test.describe(() => {
  test.use({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    // Otherwise, the second tap would hit the dialog that is still leaving.
    contextOptions: { reducedMotion: "reduce" },
  });

  test("the second tap of a double tap on Close does not open the menu, whose button is below", async ({
    page,
  }) => {
    await page.goto("/");
    const dialog = await openDialog(page);
    const menuButton = await boxOf(page.getByRole("button", { name: "Open menu" }));
    const close = await boxOf(dialog.getByRole("button", { name: "Close" }));
    // A point of both buttons.
    const x =
      (Math.max(menuButton.x, close.x) +
        Math.min(menuButton.x + menuButton.width, close.x + close.width)) /
      2;
    const y =
      (Math.max(menuButton.y, close.y) +
        Math.min(menuButton.y + menuButton.height, close.y + close.height)) /
      2;
    await page.touchscreen.tap(x, y);
    await page.touchscreen.tap(x, y);
    await expect(dialog).toBeHidden();
    await expect(page.getByRole("dialog", { name: "Menu" })).toBeHidden();
  });
});

test("in a browser without invoker commands the dialog opens and closes", async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
    addEventListener("command", (event) => event.preventDefault(), true);
  });
  await page.goto("/");
  const dialog = await openDialog(page);
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
});

test("after a phone is rotated, the focused control is still in view", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  // Browsers do this by themselves for text fields.
  const checkbox = (await openDialog(page)).getByRole("checkbox").first();
  await checkbox.focus();
  await page.setViewportSize({ width: 844, height: 390 });
  // Not 1, because a fraction of a pixel may be clipped.
  await expect(checkbox).toBeInViewport({ ratio: 0.9 });
});

test("a visitor who closes the dialog by Escape can click its button again at once", async ({
  page,
}) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await heroButton(page).hover();
  // Browsers count a click soon after the first one as the second of a double click.
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await expect(dialog).toBeVisible();
});
