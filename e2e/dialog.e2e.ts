/** Opening and closing the dialog: by its controls, by a press, by the browser's own buttons. */
import type { Page } from "@playwright/test";

import { expect, test } from "./support/site.ts";
import { openDialog } from "./support/visitor.ts";

// Back leaves the site for a page that does not exist; Chromium itself reports that.
test.use({ expectedErrors: [/status of 404/] });

const opener = (page: Page) => page.getByRole("main").getByRole("button", { name: "Request Data" });
const isOpen = (page: Page) =>
  page.locator("#request-dialog").evaluate((dialog: HTMLDialogElement) => dialog.open);

const WAYS_TO_CLOSE: [string, (page: Page) => Promise<unknown>][] = [
  ["its button", (page) => page.getByRole("button", { name: "Close" }).click()],
  ["Escape", (page) => page.keyboard.press("Escape")],
  ["a press outside", (page) => page.mouse.click(20, 450)],
];

for (const [how, close] of WAYS_TO_CLOSE) {
  test(`${how} closes it and unlocks the page, and one Back then leaves the site`, async ({
    page,
  }) => {
    await page.goto("/nowhere");
    await page.goto("/");
    for (let round = 0; round < 2; round += 1) {
      const dialog = await openDialog(page);
      await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
      await close(page);
      await expect(dialog).toBeHidden();
    }
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
    await expect.poll(() => page.evaluate(() => history.state as unknown)).toBeNull();
    await page.goBack();
    await expect(page).toHaveURL("/nowhere");
  });
}

test("Back closes it without scrolling, and a second Back leaves the site", async ({ page }) => {
  await page.goto("/nowhere");
  await page.goto("/");
  await page.evaluate(() => scrollTo({ top: 120, behavior: "instant" }));
  const dialog = await openDialog(page);
  await page.goBack();
  await expect(dialog).toBeHidden();
  await expect(page).toHaveURL("/");
  expect(await page.evaluate(() => scrollY)).toBe(120);
  await expect(opener(page)).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL("/nowhere");
});

test("Forward opens it again, with the input", async ({ page }) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  await dialog.getByLabel("Company").fill("Analytical Engines");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goForward();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Company")).toHaveValue("Analytical Engines");
});

test("a reload keeps it open with the input, and Back closes it", async ({ page }) => {
  await page.goto("/nowhere");
  await page.goto("/");
  const dialog = await openDialog(page);
  await dialog.getByLabel("Company").fill("Analytical Engines");
  await expect(dialog.locator("form[data-hydrated]")).toBeVisible();
  await page.reload();
  await expect(dialog).toBeVisible();
  await expect(dialog.getByLabel("Company")).toHaveValue("Analytical Engines");
  await page.goBack();
  await expect(dialog).toBeHidden();
  await page.goBack();
  await expect(page).toHaveURL("/nowhere");
});

test("a double click on Request Data opens it", async ({ page }) => {
  await page.goto("/");
  await opener(page).dblclick({ position: { x: 8, y: 8 } });
  expect(await isOpen(page)).toBe(true);
});

test("a selection that ends outside does not close it", async ({ page }) => {
  await page.goto("/");
  await openDialog(page);
  await page.mouse.move(640, 300);
  await page.mouse.down();
  await page.mouse.move(20, 450);
  await page.mouse.up();
  expect(await isOpen(page)).toBe(true);
});

test("a browser without invoker commands and light dismissal opens and closes it too", async ({
  page,
}) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(HTMLButtonElement.prototype, "commandForElement");
    Reflect.deleteProperty(HTMLDialogElement.prototype, "closedBy");
    addEventListener("command", (event) => event.preventDefault(), true);
    addEventListener("DOMContentLoaded", () => {
      for (const dialog of document.querySelectorAll("dialog")) dialog.removeAttribute("closedby");
    });
  });
  await page.goto("/");
  for (const [, close] of WAYS_TO_CLOSE) {
    const dialog = await openDialog(page);
    await close(page);
    await expect(dialog).toBeHidden();
  }
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("button", { name: "Request Data" }).click();
  await expect(menu).toBeHidden();
  expect(await isOpen(page)).toBe(true);
});

test("a turned phone keeps the focused field in view", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const timeline = (await openDialog(page)).getByLabel("Timeline");
  await timeline.focus();
  for (const turned of [
    { width: 844, height: 390 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(turned);
    await expect(timeline).toBeInViewport({ ratio: 1 });
  }
});
