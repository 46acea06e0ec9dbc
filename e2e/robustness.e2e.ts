import type { Page } from "@playwright/test";

import { ADA } from "../test-support/valid-requirement.ts";
import { openWithBlockedScript, BLOCKED_SCRIPT } from "./support/blocked-script.ts";
import { SUBMITTED } from "./support/messages.ts";
import { expect, test } from "./support/site.ts";
import { storedFrom, type SiteServer } from "../test-support/site-server.ts";
import {
  expectComplete,
  fillRequired,
  holdForms,
  inlineForm,
  openDialog,
  submit,
  submitInTime,
  toast,
} from "./support/visitor.ts";

/** Fills in the form while its script is paused, until `release` is called. */
async function fillBeforeScript(page: Page, email: string) {
  const release = await holdForms(page);
  await page.goto("/");
  const form = inlineForm(page);
  const person = { ...ADA, email };
  await fillRequired(form, person);
  return { form, person, release };
}

async function fillSubmitAndFind(page: Page, site: SiteServer, email: string): Promise<void> {
  const person = { ...ADA, email };
  await fillRequired(inlineForm(page), person);
  await submit(inlineForm(page));
  await expect(toast(page, SUBMITTED)).toBeVisible();
  expect(await storedFrom(site, person)).toMatchObject([person]);
}

test.describe("the page's script, blocked", () => {
  test.use({ expectedErrors: [BLOCKED_SCRIPT] });

  test("every text and picture is visible", async ({ page }) => {
    await openWithBlockedScript(page);
    await expectComplete(page);
  });

  test("dialogs open, and the browser posts the form", async ({ page, site }) => {
    await openWithBlockedScript(page);
    const since = Date.now();
    const dialog = await openDialog(page);
    const person = { ...ADA, email: "no-entry@example.org" };
    await fillRequired(dialog, person);
    await submitInTime(dialog, since);
    await expect(page).toHaveURL("/#request-sent");
    expect(await storedFrom(site, person)).toMatchObject([person]);
  });
});

test.describe("when a resource fails to load", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("the style sheet: the page can be read and the form sends", async ({ page, site }) => {
    await page.route("**/*.css", (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await fillSubmitAndFind(page, site, "no-style@example.org");
  });

  test("typeface and pictures: a fallback typeface and alternative texts", async ({
    page,
    site,
  }) => {
    await page.route(/\.(woff2|avif|webp)$/, (route) => route.abort());
    await page.goto("/");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const picture = page.locator("#hero img");
    expect(await picture.getAttribute("alt")).not.toBe("");
    await fillSubmitAndFind(page, site, "no-pictures@example.org");
  });

  // Aborted by a poor network, or removed by a new deployment while the page was open.
  for (const [name, response] of [
    ["aborted", undefined],
    ["gone", { status: 404, contentType: "text/html", body: "<h1>Oops! Page not found</h1>" }],
  ] as const) {
    test(`the form's own script, ${name}: the browser posts the form`, async ({ page, site }) => {
      await page.route("**/assets/hydrate-*.js", (route) =>
        response ? route.fulfill(response) : route.abort(),
      );
      await page.goto("/");
      const since = Date.now();
      const person = { ...ADA, email: `chunk-${name}@example.org` };
      await fillRequired(inlineForm(page), person);
      await submitInTime(inlineForm(page), since);
      await expect(page).toHaveURL("/#request-sent");
      const notice = page.getByText("Thank you. We have received your request.");
      await expect(notice).toBeVisible();
      // The page's script keeps the notice for a reload.
      await page.waitForLoadState();
      await page.reload();
      await expect(notice).toBeVisible();
      await expect(inlineForm(page).getByLabel("Company")).toHaveValue("");
      expect(await storedFrom(site, person)).toMatchObject([person]);
    });
  }

  test("the form's own script, offline: explains what to do, keeps the input, and sends once online", async ({
    page,
    context,
    site,
  }) => {
    await page.goto("/");
    await context.setOffline(true);
    const dialog = await openDialog(page);
    const person = { ...ADA, email: "offline-chunk@example.org" };
    await fillRequired(dialog, person);
    const advice = dialog.getByRole("alert").filter({ hasText: "What you typed is still here" });
    await expect(advice).toBeHidden();
    await submit(dialog);
    await expect(advice).toBeVisible();
    await expect(dialog.getByRole("button", { name: "Submit request" })).toBeFocused();
    await context.setOffline(false);
    await submit(dialog);
    await expect(toast(page, SUBMITTED)).toBeVisible();
    await expect(advice).toBeHidden();
    expect(await storedFrom(site, person)).toMatchObject([person]);
  });
});

test.describe("the form's own script, slow", () => {
  test("a submit shows at once that it is being sent, is sent once, and keeps focus", async ({
    page,
    site,
  }) => {
    const { form, person, release } = await fillBeforeScript(page, "slow-script@example.org");
    await submit(form);
    const button = form.getByRole("button", { name: "Submitting..." });
    await expect(button).toBeDisabled();
    await expect(form.getByRole("status")).toHaveText("Sending your request…");
    await expect(form.getByRole("status")).toBeFocused();
    // The fields are not hydrated yet: Enter in one of them submits again.
    await form.getByLabel("Company").press("Enter");
    release();
    await expect(toast(page, SUBMITTED)).toBeVisible();
    await expect(form.locator("[type=submit]")).toBeEnabled();
    expect(await storedFrom(site, person)).toMatchObject([person]);
  });

  test("a submit of an empty form shows its errors once the script is there", async ({ page }) => {
    const release = await holdForms(page);
    await page.goto("/");
    const dialog = await openDialog(page);
    await submit(dialog);
    await expect(dialog.getByRole("button", { name: "Submitting..." })).toBeDisabled();
    release();
    await expect(dialog.getByRole("group", { name: "Check 4 fields" })).toBeFocused();
    await expect(dialog.getByRole("button", { name: "Submit request" })).toBeEnabled();
  });
});

test.describe("extensions", () => {
  test("that mark the page and put icons into the form break nothing", async ({ page, site }) => {
    await page.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", decorate);

      function decorate(): void {
        document.documentElement.setAttribute("data-extension", "installed");
        document.body.setAttribute("cz-shortcut-listen", "true");
        document.body.append(document.createElement("extension-overlay"));
        for (const input of document.querySelectorAll("form input, form textarea")) {
          input.setAttribute("data-extension-id", "1");
          input.after(document.createElement("extension-icon"));
        }
      }
    });
    await page.goto("/");
    const company = inlineForm(page).getByLabel("Company");
    await company.focus();
    await expect(page.locator("form[data-hydrated]")).toHaveCount(2);
    await expect(company).toBeFocused();
    await fillSubmitAndFind(page, site, "icons@example.org");
  });

  test("that put icons into the form keep input that was submitted before hydration", async ({
    page,
    site,
  }) => {
    const { form, person, release } = await fillBeforeScript(page, "early-icons@example.org");
    await form.getByLabel("UMI").check();
    await form.locator("input").evaluateAll((inputs) => {
      for (const input of inputs) input.after(document.createElement("extension-icon"));
    });
    await submit(form);
    release();
    await expect(toast(page, SUBMITTED)).toBeVisible();
    expect(await storedFrom(site, person)).toMatchObject([{ ...person, hardware_setup: ["UMI"] }]);
  });

  for (const [when, live] of [
    ["before", false],
    ["after", true],
  ] as const) {
    test(`that translate the page ${when} hydration break nothing`, async ({ page, site }) => {
      await page.goto("/");
      const form = inlineForm(page);
      if (live) {
        await form.scrollIntoViewIfNeeded();
        await expect(page.locator("form[data-hydrated]")).toHaveCount(2);
      }
      await page.evaluate(translate);
      if (live) await submit(form);
      // At once: the button may be rendered again between the press and the release of a real click.
      else await form.getByRole("button", { name: "Submit request" }).dispatchEvent("click");
      await expect(toast(page, "Please fill in all required fields")).toBeVisible();
      await page.evaluate(translate);
      await fillSubmitAndFind(page, site, `translated-${when}@example.org`);
      await expect(form.getByText("Request received")).toBeVisible();
    });
  }
});

test.describe("storage", () => {
  test("that is blocked: a draft lives as long as the page, and the form sends", async ({
    page,
    site,
  }) => {
    await page.addInitScript(() => {
      for (const storage of ["sessionStorage", "localStorage"]) {
        Object.defineProperty(window, storage, {
          get() {
            throw new DOMException("The request was denied.", "SecurityError");
          },
        });
      }
      Object.defineProperty(document, "cookie", {
        get: () => "",
        set() {
          throw new DOMException("The request was denied.", "SecurityError");
        },
      });
    });
    await page.goto("/");
    const dialog = await openDialog(page);
    await dialog.getByLabel("Company").fill("Kept");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(inlineForm(page).getByLabel("Company")).toHaveValue("Kept");
    await fillSubmitAndFind(page, site, "no-storage@example.org");
  });

  test("has only a draft, in its own tab: no cookie, nothing permanent", async ({
    page,
    context,
    site,
  }) => {
    await page.goto("/");
    await fillSubmitAndFind(page, site, "no-cookie@example.org");
    expect(await context.cookies()).toEqual([]);
    const kept = await page.evaluate(() => [
      ...Object.keys(localStorage),
      ...Object.keys(sessionStorage),
    ]);
    expect(kept).toEqual([]);
  });

  test("of two tabs has two drafts, and both are sent", async ({ context, page, site }) => {
    const other = await context.newPage();
    const tabs = [
      { tab: page, person: { ...ADA, email: "first-tab@example.org", full_name: "Ada" } },
      { tab: other, person: { ...ADA, email: "second-tab@example.org", full_name: "Byron" } },
    ];
    for (const { tab, person } of tabs) {
      await tab.goto("/");
      await fillRequired(inlineForm(tab), person);
      await expect(tab.locator("form[data-hydrated]")).toHaveCount(2);
    }
    for (const { tab, person } of tabs) {
      await tab.bringToFront();
      await tab.reload();
      const form = inlineForm(tab);
      await form.scrollIntoViewIfNeeded();
      await expect(form.getByLabel("Full name")).toHaveValue(person.full_name);
      await submit(form);
      await expect(toast(tab, SUBMITTED)).toBeVisible();
      expect(await storedFrom(site, person)).toMatchObject([person]);
    }
  });
});

/** In the page: wraps each text in new elements, as a browser's translation does. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Node[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode);
  for (const text of texts) {
    const { parentElement } = text;
    if (!text.textContent?.trim() || !parentElement) continue;
    if (/^(script|style|textarea|option|title|font)$/i.test(parentElement.tagName)) continue;
    const outer = document.createElement("font");
    const inner = document.createElement("font");
    inner.append(text.textContent);
    outer.append(inner);
    text.parentNode?.replaceChild(outer, text);
  }
}
