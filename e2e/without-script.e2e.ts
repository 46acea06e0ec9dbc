/** Without script, with script that is blocked or not there, and without what else a page fetches. */
import { storedFrom } from "../test-support/site-server.ts";
import { ADA } from "../test-support/valid-requirement.ts";
import { openWithBlockedScript, BLOCKED_SCRIPT } from "./support/blocked-script.ts";
import { expect, test } from "./support/site.ts";
import { expectComplete, fillRequired, inlineForm, openDialog, submit } from "./support/visitor.ts";

test.describe("without script", () => {
  // Chromium itself reports responses with an error status.
  test.use({ javaScriptEnabled: false, expectedErrors: [/status of 422/] });

  test("everything can be read and seen", async ({ page }) => {
    await page.goto("/");
    await expectComplete(page);
  });

  test("dialog and menu open and close", async ({ page }) => {
    await page.goto("/");
    const dialog = await openDialog(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(dialog).toBeHidden();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole("button", { name: "Open menu" }).click();
    const menu = page.getByRole("dialog", { name: "Menu" });
    await menu.getByRole("link", { name: "Contact" }).click();
    await expect(menu).toBeHidden();
    await expect(page.locator("#details")).toBeInViewport();
  });

  test("a request is stored and confirmed, and a reload does not send it again", async ({
    page,
    site,
  }) => {
    await page.goto("/");
    const form = inlineForm(page);
    const person = { ...ADA, email: "no-script@example.org" };
    await fillRequired(form, person);
    await form.getByLabel("UMI").check();
    await form.getByLabel("VR").check();
    await submit(form);
    await expect(page).toHaveURL("/request?sent");
    await expect(page.getByText("Thank you. We have received your request.")).toBeVisible();
    await page.reload();
    expect(await storedFrom(site, person)).toMatchObject([
      { ...person, hardware_setup: ["UMI", "VR"], timeline: null },
    ]);
  });

  test("an invalid request is shown again with its input and what to correct", async ({
    page,
    site,
  }) => {
    await page.goto("/");
    const form = inlineForm(page);
    const person = { ...ADA, email: "ada@engines" };
    await fillRequired(form, person);
    await form.getByLabel("Timeline").fill("</textarea><b>March</b>");
    await submit(form);
    await expect(page).toHaveTitle(/^Error: /);
    const rejected = page.getByRole("form");
    await expect(rejected.getByLabel("Email")).toHaveAccessibleDescription(/like name@lab\.org/);
    await expect(rejected.getByLabel("Timeline")).toHaveValue("</textarea><b>March</b>");
    const corrected = { ...person, email: "corrected@example.org" };
    await rejected.getByLabel("Email").fill(corrected.email);
    await submit(rejected);
    await expect(page).toHaveURL("/request?sent");
    expect(await storedFrom(site, corrected)).toHaveLength(1);
  });
});

test.describe("with the page's script blocked", () => {
  test.use({ expectedErrors: [BLOCKED_SCRIPT] });

  test("every text and picture is visible, and the browser posts the form", async ({
    page,
    site,
  }) => {
    await openWithBlockedScript(page);
    await expectComplete(page);
    const dialog = await openDialog(page);
    const person = { ...ADA, email: "no-entry@example.org" };
    await fillRequired(dialog, person);
    await submit(dialog);
    await expect(page).toHaveURL("/request?sent");
    expect(await storedFrom(site, person)).toMatchObject([person]);
  });
});

test.describe("when something is not fetched", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  // Aborted by a poor network, or removed by a new deployment while the page was open.
  for (const [name, response] of [
    ["aborted", undefined],
    ["gone", { status: 404, contentType: "text/html", body: "<h1>Oops! Page not found</h1>" }],
  ] as const) {
    test(`the form's script, ${name}: the browser posts the form`, async ({ page, site }) => {
      await page.route("**/assets/hydrate-*.js", (route) =>
        response ? route.fulfill(response) : route.abort(),
      );
      await page.goto("/");
      const person = { ...ADA, email: `chunk-${name}@example.org` };
      await fillRequired(inlineForm(page), person);
      await submit(inlineForm(page));
      await expect(page).toHaveURL("/request?sent");
      await expect(page.getByText("Thank you. We have received your request.")).toBeVisible();
      expect(await storedFrom(site, person)).toMatchObject([person]);
    });
  }

  test("stylesheet, typeface and pictures: the page can be read and the form sends", async ({
    page,
    site,
  }) => {
    await page.route(/\.(css|woff2|avif|webp)$/, (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    const person = { ...ADA, email: "no-style@example.org" };
    await fillRequired(inlineForm(page), person);
    await submit(inlineForm(page));
    await expect(inlineForm(page).getByText("Request received")).toBeVisible();
    expect(await storedFrom(site, person)).toMatchObject([person]);
  });

  test("pictures: nothing is wider than the window", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.route("**/*.{avif,webp}", (route) => route.abort());
    await page.goto("/");
    await page.mouse.wheel(0, 40);
    await page.locator("#showcase img").scrollIntoViewIfNeeded();
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
});
