/** Tests the history and the focus of the dialog. */
import type { Page } from "@playwright/test";

import { expect, test } from "../test-support/e2e/site.ts";
import {
  expectLive,
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

/** Waits for the dialog's history entry, because no visitor goes back within the milliseconds until it exists. */
async function goBackFromDialog(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => history.state as unknown)).not.toBeNull();
  await page.goBack();
}

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
  await linkTo(header, "#features").click();
  await expectTopAt(page.locator("#features"), 80);
  const scrolled = await page.evaluate(() => scrollY);
  const opener = requestButton(header);
  for (const close of [...WAYS_TO_CLOSE, goBackFromDialog]) {
    const dialog = await openDialog(page, opener);
    await close(page);
    await expect(dialog).toBeHidden();
    await expect.poll(() => page.evaluate(() => history.scrollRestoration)).toBe("auto");
    expect(Math.abs((await page.evaluate(() => scrollY)) - scrolled)).toBeLessThanOrEqual(2);
    await expect(opener).toBeFocused();
  }
});

test("Back closes the menu, and a menu link scrolls to its target even if the URL already has that fragment", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/#features");
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
  const menu = page.getByRole("dialog", { name: "Menu" });
  const open = page.getByRole("button", { name: "Open menu" });
  await open.click();
  await goBackFromDialog(page);
  await expect(menu).toBeHidden();
  await expect(open).toBeFocused();
  await open.click();
  await linkTo(menu, "#features").click();
  await expect(menu).toBeHidden();
  await expect(page.locator("#features")).toBeInViewport();
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

test("after a reload the dialog is still open with the input, and Back closes it", async ({
  page,
}) => {
  await page.goto("/nowhere");
  await page.goto("/");
  const dialog = await openDialog(page);
  await field(dialog, "company").fill("Analytical Engines");
  await expectLive(dialog.locator("form"));
  await page.reload();
  await expect(dialog).toBeVisible();
  await expect(field(dialog, "company")).toHaveValue("Analytical Engines");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/nowhere");
});

test("focus that moves to a field while the browser goes back after Escape stays in that field", async ({
  page,
}) => {
  await page.addInitScript(() => {
    const goBack = history.back.bind(history);
    history.back = () => addEventListener("go back", goBack, { once: true });
  });
  const form = await openPage(page);
  const dialog = await openDialog(page);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await field(form, "full_name").click();
  await page.evaluate(() => {
    const hasGoneBack = new Promise((resolve) => addEventListener("popstate", resolve));
    dispatchEvent(new Event("go back"));
    return hasGoneBack.then(() => {});
  });
  await expect(field(form, "full_name")).toBeFocused();
});

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
  await linkTo(page.getByRole("banner"), "#features").click();
  const opener = requestButton(page.getByRole("contentinfo"));
  const dialog = await openDialog(page, opener);
  await field(dialog, "company").pressSequentially("Analytical ");
  release();
  await hydrateForms(page);
  await page.keyboard.type("Engines");
  await expect(field(dialog, "company")).toHaveValue("Analytical Engines");
  await goBackFromDialog(page);
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/#features");
  await expect(heroButton(page)).toBeFocused();
});

test("a menu opened before the first script wins over the dialog of the history entry, and Back closes it", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await openDialog(page);
  await expect.poll(() => page.evaluate(() => history.state as unknown)).not.toBeNull();
  const release = await hold(page, SCRIPTS);
  await page.reload({ waitUntil: "commit" });
  const button = page.getByRole("button", { name: "Open menu" });
  await button.click();
  release();
  await hydrateForms(page);
  const menu = page.getByRole("dialog", { name: "Menu" });
  await expect(menu).toBeVisible();
  await expect(requestDialog(page)).toBeHidden();
  await page.goBack();
  await expect(menu).toBeHidden();
  await expect(button).toBeFocused();
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
  await expect(page.locator("#details").getByText("Request received")).toBeAttached();
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
