import type { Locator, Page } from "@playwright/test";

import { ADA } from "../test-support/valid-requirement.ts";
import { SUBMITTED } from "./support/messages.ts";
import { expect, test } from "./support/site.ts";
import { WINDOWS } from "./support/states.ts";
import { fillRequired, inlineForm, openDialog, submit, toast } from "./support/visitor.ts";

const REQUIRED = "Please fill in all required fields";
const ACTIONS = "h3, h4, a, button";

const toasts = (page: Page) =>
  page.getByRole("status", { name: "Notifications" }).getByRole("paragraph");

const PLACES = [
  ["the page", async (page: Page) => inlineForm(page)],
  ["the dialog", openDialog],
] as const;

// Chromium itself reports responses with an error status.
test.use({ expectedErrors: [/Failed to load resource/] });

test.describe("a request that was sent", () => {
  for (const [where, formOf] of PLACES) {
    test(`is confirmed in ${where} instead of the empty form, which returns on demand`, async ({
      page,
    }) => {
      await page.goto("/");
      const form = await formOf(page);
      await fillRequired(form);
      await submit(form);
      await expect(form.getByRole("heading", { name: "Request received" })).toBeFocused();
      await expect(
        form.getByText(/^\w{3} \d{1,2} \w{3,4}, \d\d:\d\d \(your\stime\)$/),
      ).toBeVisible();
      await expect(form.locator(".request-form-contact dd")).toHaveText(Object.values(ADA));
      await expect(toasts(page)).toHaveText([SUBMITTED]);
      await expect(form.getByRole("textbox")).toHaveCount(0);
      await expect(form.locator("[type=submit]")).toBeEnabled();
      await expect(form.locator("[type=submit]")).toHaveText("Submit request");
      await page.keyboard.press("Tab");
      await page.keyboard.press("Enter");
      await expect(form.getByLabel("Full name")).toBeFocused();
      await expect(form.getByLabel("Full name")).toHaveValue("");
      await expect(form.getByText("Request received")).toBeHidden();
      await expect(form.getByRole("group", { name: /^Check/ })).toHaveCount(0);
      await expect(toasts(page)).toHaveCount(0);
    });
  }

  for (const { width, height } of WINDOWS) {
    test(`at ${width} by ${height} px shows its receipt whole, clear of the bar and the toast`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ reducedMotion: "reduce" });
      for (const [where, formOf] of PLACES) {
        await page.goto("/");
        const form = await formOf(page);
        await fillRequired(form);
        await submit(form);
        await expect(toast(page, SUBMITTED)).toBeVisible();
        await expect(form.getByRole("button", { name: "Send another request" })).toBeInViewport();
        const { y = 0 } = (await form.getByText("Request received").boundingBox()) ?? {};
        const message = page.locator(".toaster-toast");
        const inDialog = where === "the dialog";
        const bar = await bottomOf(page.locator(inDialog ? ".request-dialog-bar" : ".nav-bar"));
        expect(y, where).toBeGreaterThan(await bottomOf(message));
        expect(y, where).toBeGreaterThan(bar);
        // A band below the bar; in a wide window a label in the page's.
        expect((await bottomOf(message)) > bar, where).toBe(inDialog || width < 1024);
        // A phone's list of what happens next, above the receipt in the page.
        const covered = await coveredBy(message, `${ACTIONS}, h2, dl, .waypoints li`);
        expect(covered, where).toEqual([]);
      }
    });
  }

  test("in the page keeps its receipt while another is begun in the dialog", async ({ page }) => {
    await page.goto("/");
    const form = inlineForm(page);
    await fillRequired(form);
    await submit(form);
    await expect(form.getByText("Request received")).toBeVisible();
    const dialog = await openDialog(page);
    await dialog.getByLabel("Company").fill("Engines");
    await page.keyboard.press("Escape");
    await form.getByRole("button", { name: "Send another request" }).click();
    await expect(form.getByLabel("Company")).toHaveValue("Engines");
  });

  test("on a phone has its button at the end of the dialog, where the form has its own", async ({
    page,
  }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto("/");
    await page.emulateMedia({ reducedMotion: "reduce" });
    const dialog = await openDialog(page);
    const before = await dialog.getByRole("button", { name: "Submit request" }).boundingBox();
    await fillRequired(dialog);
    await submit(dialog);
    const button = await dialog.getByRole("button", { name: "Send another request" }).boundingBox();
    expect(button).toEqual(before);
  });

  test("is not confirmed again when the dialog is reopened", async ({ page }) => {
    await page.goto("/");
    const dialog = await openDialog(page);
    await fillRequired(dialog);
    await submit(dialog);
    await expect(dialog.getByText("Request received")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await openDialog(page);
    await expect(dialog.getByLabel("Full name")).toBeVisible();
    await expect(dialog.getByText("Request received")).toBeHidden();
  });

  test("replaces the previous error", async ({ page }) => {
    await page.goto("/");
    const form = inlineForm(page);
    await submit(form);
    await expect(toasts(page)).toHaveText([REQUIRED]);
    await expect(page).toHaveTitle(/^Error: /);
    await fillRequired(form);
    await page.route("**/rest/v1/**", async (route) => {
      await expect(toasts(page)).toHaveCount(0);
      await route.continue();
    });
    await submit(form);
    await expect(toasts(page)).toHaveText([SUBMITTED]);
    await expect(page).not.toHaveTitle(/Error/);
    await form.getByRole("button", { name: "Send another request" }).click();
    await submit(form);
    await expect(toasts(page)).toHaveText([REQUIRED]);
    await expect(form.getByText("Request received")).toBeHidden();
  });
});

test("while a request is being sent, focus stays in its form and the other is disabled", async ({
  page,
}) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  await fillRequired(dialog);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/**", async (route) => {
    await released;
    await route.continue();
  });
  await submit(dialog);
  await expect(dialog.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  // For screen readers: the button says as much.
  const progress = dialog.getByRole("status").filter({ hasText: "Sending your request…" });
  expect(await progress.boundingBox()).toMatchObject({ width: 1, height: 1 });
  await expect(progress).toBeFocused();
  await page.keyboard.press("Escape");
  const form = inlineForm(page);
  await expect(form.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  await expect(form.getByLabel("Company")).not.toBeEditable();
  release();
  await expect(toasts(page)).toHaveText([SUBMITTED]);
  await expect(form.getByLabel("Company")).toBeEditable();
});

for (const [where, formOf] of PLACES) {
  test(`in ${where} the submit button keeps its size and place while sending is retried`, async ({
    page,
  }) => {
    // Without smooth scrolling, which would move the button while it is measured.
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    // No response comes to the second attempt.
    await page.route("**/rest/v1/**", () => {});
    await page.route("**/rest/v1/**", (route) => route.abort(), { times: 1 });
    const form = await formOf(page);
    await fillRequired(form);
    const button = form.locator("[type=submit]");
    await button.scrollIntoViewIfNeeded();
    const before = await button.boundingBox();
    await submit(form);
    const progress = form.getByText("Trying again…");
    await expect(progress).toBeVisible();
    await expect(progress).toBeFocused();
    expect(await button.boundingBox()).toEqual(before);
    const left = await progress.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getBoundingClientRect().left;
    });
    expect(left).toBeGreaterThan((before?.x ?? NaN) + (before?.width ?? NaN));
  });
}

for (const [kind, response, status, code] of [
  ["rejected", { status: 401, json: { code: "42501", message: `no ${ADA.email}` } }, 401, "42501"],
  ["missing-table", { status: 404, json: { code: "PGRST205" } }, 404, "PGRST205"],
  ["busy", { status: 429, json: {}, headers: { "retry-after": "60" } }, 429, "none"],
  ["unavailable", { status: 521, body: "<html>" }, 521, "none"],
  ["unreachable", "abort", 0, "none"],
] as const) {
  test(`a request that fails as ${kind} is logged once with status and code, without the input`, async ({
    page,
  }) => {
    const logged = watchWarnings(page);
    await page.goto("/");
    await page.route("**/rest/v1/**", (route) =>
      response === "abort" ? route.abort() : route.fulfill(response),
    );
    await fillRequired(inlineForm(page));
    await submit(inlineForm(page));
    const outcome = inlineForm(page).locator(":focus");
    await expect(outcome).toContainText("Your request has not been sent");
    await expect(toasts(page)).toHaveCount(1);
    await expect(page).not.toHaveTitle(/Error/);
    expect(logged).toEqual([
      `The request was not stored: ${kind}, HTTP status ${status}, code ${code}`,
    ]);
  });
}

test("a form that cannot be loaded is logged once", async ({ page }) => {
  const logged = watchWarnings(page);
  await page.route("**/assets/hydrate-*.js", (route) => route.abort());
  await page.goto("/");
  const opener = page.getByRole("main").getByRole("button", { name: "Request Data" });
  let failures = 0;
  page.on("requestfailed", () => (failures += 1));
  // Each time, it is tried again.
  await expect
    .poll(async () => {
      await opener.dispatchEvent("focus");
      return failures;
    })
    .toBeGreaterThan(2);
  await expect
    .poll(() => logged)
    .toEqual([expect.stringMatching(/^The form could not be loaded\. /)]);
});

test("the title mentions errors while a visible form has them", async ({ page }) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  await submit(dialog);
  await expect(page).toHaveTitle(/^Error: /);
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveTitle(/Error/);
  await openDialog(page);
  await expect(page).toHaveTitle(/^Error: /);
});

for (const [where, formOf] of PLACES) {
  test(`in ${where} the first letter in an invalid field moves nothing`, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    const form = await formOf(page);
    await submit(form);
    await expect(form.getByRole("group", { name: "Check 4 fields" })).toBeFocused();
    for (const label of ["Company", "Phone", "Email", "Full name"]) {
      const field = form.getByLabel(label, { exact: true });
      await field.focus();
      const tops = await topsOf(form);
      await field.pressSequentially(label === "Email" ? "a@b.c" : "a");
      await expect(field).not.toHaveAttribute("aria-invalid");
      expect(await topsOf(form)).toEqual(tops);
    }
    await expect(form.getByRole("group", { name: "Everything is corrected" })).toBeVisible();
  });

  test(`at 400 % the toast does not cover the errors in ${where}`, async ({ page }) => {
    // A window of 1280 by 1024 at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.goto("/");
    const form = await formOf(page);
    await submit(form);
    await expect(toast(page, REQUIRED)).toBeVisible();
    await expect
      .poll(async () => {
        const over = await page.locator(".toaster-toast").boundingBox();
        const under = await form.getByRole("group", { name: /^Check/ }).boundingBox();
        return over && under && under.y >= over.y + over.height;
      })
      .toBe(true);
  });
}

for (const { width, height } of WINDOWS) {
  test(`at ${width} by ${height} px a toast covers no title, action or error`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const [where, formOf] of PLACES) {
      await page.goto("/");
      const form = await formOf(page);
      await submit(form);
      await expect(form.getByRole("group", { name: "Check 4 fields" })).toBeFocused();
      const shown = `${ACTIONS}, [aria-invalid], .field-error`;
      const message = page.locator(".toaster-toast");
      expect(await coveredBy(message, shown), where).toEqual([]);
      // Nor the dialog's scroll bar, and nothing moves when it goes.
      if (where === "the dialog") {
        const { y = NaN } = (await form.locator(".request-form-content").boundingBox()) ?? {};
        expect(y).toBeGreaterThan((await bottomOf(message)) - 1);
        const tops = await topsOf(form);
        await page.getByRole("button", { name: "Dismiss notification" }).click();
        await expect(toasts(page)).toHaveCount(0);
        const moved = (await topsOf(form)).map((top, at) => Math.abs(top - (tops[at] ?? NaN)));
        expect(Math.max(...moved)).toBeLessThan(0.1);
      }
      await fillRequired(form, { ...ADA, email: "ada" });
      await submit(form);
      await expect(toasts(page)).toHaveText(["Please check the highlighted field"]);
      await expect(form.getByLabel("Email")).toBeFocused();
      await expect(form.locator(".field-error")).toBeInViewport({ ratio: 1 });
      expect(await coveredBy(page.locator(".toaster-toast"), shown), where).toEqual([]);
      await page.evaluate(() => sessionStorage.clear());
    }
  });
}

for (const [width, height] of [
  [390, 844],
  [1440, 900],
] as const) {
  test(`at ${width} px the dialog's errors follow its message`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    const dialog = await openDialog(page);
    await submit(dialog);
    await expect(toast(page, REQUIRED)).toBeVisible();
    await expect
      .poll(async () => {
        const message = await page.locator(".toaster-toast").boundingBox();
        const errors = await dialog.getByRole("group", { name: "Check 4 fields" }).boundingBox();
        return message && errors && errors.y - (message.y + message.height);
      })
      .toBeLessThan(40);
    await expect(dialog.getByRole("link", { name: "Enter your full name" })).toBeInViewport();
  });
}

test("at 3840 px an error's icon is centred on its line, and Close has space in its bar", async ({
  page,
}) => {
  await page.setViewportSize({ width: 3840, height: 2160 });
  await page.goto("/");
  const dialog = await openDialog(page);
  await submit(dialog);
  const error = dialog.locator(".field-error").first();
  const icon = await error.locator("svg").boundingBox();
  expect(icon).toMatchObject({ y: (await error.boundingBox())?.y });
  expect(icon?.height).toBeCloseTo((await error.boundingBox())?.height ?? NaN);
  const close = await dialog.getByRole("button", { name: "Close" }).boundingBox();
  const bar = await dialog.locator(".request-dialog-bar").boundingBox();
  expect((close?.y ?? 0) - (bar?.y ?? 0)).toBeGreaterThan(16);
});

test("each error of an empty form is one line", async ({ page }) => {
  await page.goto("/");
  const form = inlineForm(page);
  await submit(form);
  await expect(form.locator(".field-error")).toHaveCount(4);
  const lines = await form
    .locator(".field-error")
    .evaluateAll((errors) =>
      errors.map(
        (error) => error.clientHeight / Number.parseFloat(getComputedStyle(error).lineHeight),
      ),
    );
  expect(Math.max(...lines)).toBeLessThan(1.5);
});

test("a long text grows its area to twelve lines, then scrolls", async ({ page }) => {
  await page.goto("/");
  const area = inlineForm(page).getByLabel("Data type");
  const heightAt = async (lines: number) => {
    await area.fill("towel\n".repeat(lines - 1));
    return area.evaluate((element) => element.clientHeight);
  };
  const [three, twelve, fifty] = [await heightAt(3), await heightAt(12), await heightAt(50)];
  expect(twelve).toBeGreaterThan(three);
  expect(fifty).toBe(twelve);
});

test.describe("/#request-sent", () => {
  test("from a bookmark or a shared link shows no notice", async ({ page }) => {
    await page.goto("/#request-sent");
    await expect(page.getByText("We have received your request.")).toHaveCount(0);
  });
});

test("with forced colours the dialog has a border", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/");
  const dialog = await openDialog(page);
  await expect(dialog).toHaveCSS("border-top-style", "solid");
  await expect(dialog).toHaveCSS("border-top-width", "1px");
});

/** The lower edge of an element, in CSS pixels. */
async function bottomOf(element: Locator): Promise<number> {
  const box = await element.boundingBox();
  return box ? box.y + box.height : NaN;
}

/** The texts of what matches `selector` and would be seen where an element is. */
function coveredBy(element: Locator, selector: string): Promise<string[]> {
  return element.evaluate((over, important) => {
    const { left, right, top, bottom } = over.getBoundingClientRect();
    const overlaps = (one: Element) => {
      const rect = one.getBoundingClientRect();
      // What the dialog's content has scrolled out of its view is not there to be covered.
      const view = one.closest("[autofocus]")?.getBoundingClientRect() ?? rect;
      return (
        rect.left < right &&
        rect.right > left &&
        Math.max(rect.top, view.top) < bottom &&
        Math.min(rect.bottom, view.bottom) > top
      );
    };
    const front = document.querySelector("dialog[open]") ?? document.body;
    return [...front.querySelectorAll(important)]
      .filter((one) => !one.closest(".toaster, .nav-bar, dialog:not([open])"))
      .filter((one) => one.checkVisibility() && overlaps(one))
      .map(({ outerHTML }) => outerHTML);
  }, selector);
}

/** The warnings that the page writes to its console from now on. */
function watchWarnings(page: Page): string[] {
  const logged: string[] = [];
  page.on("console", (message) => message.type() === "warning" && logged.push(message.text()));
  return logged;
}

/** The vertical positions of a form's fields. */
function topsOf(form: Locator): Promise<number[]> {
  return form
    .locator("label, legend, input, textarea, select")
    .evaluateAll((elements) => elements.map((element) => element.getBoundingClientRect().top));
}
