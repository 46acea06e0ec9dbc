import type { Page } from "@playwright/test";

import { expect, test } from "../test-support/e2e/site.ts";
import {
  expectLive,
  field,
  fillAndSubmitNatively,
  FORM_SCRIPT,
  hardware,
  inlineForm,
  openDialog,
  openPage,
  PAGE_SCRIPT,
  submitNatively,
} from "../test-support/e2e/visitor.ts";

test.describe(() => {
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 422/] });

  test("without JavaScript all text and all images are visible", async ({ page }) => {
    await openPage(page);
    await expectComplete(page);
  });

  test("without JavaScript the dialog and the menu open and close", async ({ page }) => {
    await openPage(page);
    const dialog = await openDialog(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    const menu = page.getByRole("dialog", { name: "Menu" });
    const links = menu.getByRole("navigation").locator("a:not([href$='#top'])");
    for (const end of ["first", "last"] as const) {
      await page.getByRole("button", { name: "Open menu" }).click();
      await links.filter({ visible: true })[end]().click();
      await expect(menu).toBeHidden();
      await expect(page.locator(":target")).toBeInViewport();
    }
  });

  test("without JavaScript a valid request gets a confirmation, and one row is stored", async ({
    page,
    person,
    stored,
  }) => {
    const form = await openPage(page);
    await hardware(form, "UMI").check();
    await hardware(form, "VR").check();
    await fillAndSubmitNatively(form, person);
    await expectConfirmation(page);
    const [row] = await stored();
    await expect(page.getByText(String(row?.["id"]).slice(-8))).toBeVisible();
    await page.reload();
    await expectConfirmation(page);
    expect(await stored()).toMatchObject([
      { ...person, hardware_setup: ["UMI", "VR"], timeline: null },
    ]);
  });

  test("without JavaScript an invalid request gets advice, and Back restores the input", async ({
    page,
    person,
    stored,
  }) => {
    const form = await openPage(page);
    await field(form, "timeline").fill("</textarea><b>March</b>");
    await fillAndSubmitNatively(form, { ...person, email: "ada@engines" });
    await expect(page.getByText(/like name@lab\.org/)).toBeVisible();
    await page.goBack();
    await expect(field(form, "timeline")).toHaveValue("</textarea><b>March</b>");
    await field(form, "email").fill(person.email);
    await submitNatively(form);
    await expectConfirmation(page);
    expect(await stored()).toMatchObject([person]);
  });
});

test.describe(() => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("when the entry script does not load, everything is visible, and the browser posts the form", async ({
    page,
    person,
    stored,
  }) => {
    await page.route(PAGE_SCRIPT, (route) => route.abort());
    await openPage(page);
    await expectComplete(page);
    await fillAndSubmitNatively(await openDialog(page), person);
    await expectConfirmation(page);
    expect(await stored()).toMatchObject([person]);
  });

  test("when a deployment has removed the form's JavaScript, the browser posts the form", async ({
    page,
    person,
    stored,
  }) => {
    const body = "<h1>Oops! Page not found</h1>";
    await page.route(FORM_SCRIPT, (route) =>
      route.fulfill({ status: 404, contentType: "text/html", body }),
    );
    await fillAndSubmitNatively(await openPage(page), person);
    await expectConfirmation(page);
    expect(await stored()).toMatchObject([person]);
    // When the entry script has loaded, it clears the saved input.
    const kept = () => page.evaluate(() => JSON.stringify(sessionStorage));
    await expect.poll(kept).toContain("posted");
    expect(await kept()).not.toContain(person.email);
    await page.goBack();
    await expect(field(inlineForm(page), "email")).toHaveValue("");
  });
});

test.describe(() => {
  test.use({ expectedErrors: [/^Error: no media queries$/] });

  test("when an effect throws, the others start nevertheless", async ({ page }) => {
    await page.addInitScript(() => {
      window.matchMedia = () => {
        throw new Error("no media queries");
      };
    });
    await openPage(page);
    await page.evaluate(() => scrollTo(0, 100));
    await expect(page.getByRole("banner")).toHaveCSS("box-shadow", /px/);
    await expectLive(inlineForm(page));
  });
});

async function expectConfirmation(page: Page): Promise<void> {
  await expect(page.getByRole("heading", { name: /have been submitted/ })).toBeVisible();
}

/**
 * Expects the typeface to load, all headings to be visible, nothing to be transparent, and each image to load when
 * scrolled to.
 */
async function expectComplete(page: Page): Promise<void> {
  const hasTypeface = () => [...document.fonts].some(({ status }) => status === "loaded");
  await expect.poll(() => page.evaluate(hasTypeface)).toBe(true);
  for (const heading of await page.locator("main :is(h1, h2, h3)").all()) {
    await expect(heading).toBeVisible();
  }
  const transparent = await page
    .locator("main :not(svg *)")
    .evaluateAll((all) => all.filter((element) => getComputedStyle(element).opacity === "0"));
  expect(transparent).toEqual([]);
  for (const picture of await page.locator("main picture").filter({ visible: true }).all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture.locator("img")).not.toHaveJSProperty("naturalWidth", 0);
  }
}
