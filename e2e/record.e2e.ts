/** What is typed becomes exactly one stored row, and is not lost on the way. */
import type { Page } from "@playwright/test";

import { storedFrom, type SiteServer } from "../test-support/site-server.ts";
import { ADA } from "../test-support/valid-requirement.ts";
import { SUBMITTED } from "./support/messages.ts";
import { expect, test } from "./support/site.ts";
import {
  fillRequired,
  holdForms,
  inlineForm,
  openDialog,
  submit,
  toast,
} from "./support/visitor.ts";

async function fillSubmitAndFind(page: Page, site: SiteServer, email: string): Promise<void> {
  const person = { ...ADA, email };
  await fillRequired(inlineForm(page), person);
  await submit(inlineForm(page));
  await expect(toast(page, SUBMITTED)).toBeVisible();
  expect(await storedFrom(site, person)).toMatchObject([person]);
}

test("a form filled in by label is stored with all 11 fields, confirmed, and then empty", async ({
  page,
  site,
}) => {
  await page.goto("/");
  const form = inlineForm(page);
  const person = { ...ADA, email: "all-fields@example.org" };
  await fillRequired(form, person);
  await form.getByLabel("Role or title").fill(" Head of Learning ");
  await form.getByLabel("Data type").fill("Folding towels\nTwo cameras");
  await form.getByLabel("Data amount").fill("2,000 demonstrations");
  await form.getByLabel("Timeline").fill("March");
  await form.getByLabel("ALOHA").check();
  await form.getByLabel("Other (please specify)").check();
  await form.getByLabel("Additional hardware").fill("=cmd()");
  await form.getByLabel("Budget range").selectOption("$50k - $100k");
  await submit(form);
  await expect(toast(page, SUBMITTED)).toBeVisible();

  const [stored, ...others] = await storedFrom(site, person);
  expect(others).toEqual([]);
  expect(stored).toMatchObject({
    ...person,
    role_title: "Head of Learning",
    data_type: "Folding towels\nTwo cameras",
    data_amount: "2,000 demonstrations",
    timeline: "March",
    hardware_setup: ["ALOHA", "Other (please specify)"],
    additional_hardware: "=cmd()",
    budget_range: "50k-100k",
  });
  const receipt = form.getByText(stored?.id.slice(-8) ?? "?");
  await page.reload();
  await expect(receipt).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(receipt).toBeVisible();
  await page.emulateMedia({ media: "screen" });
  await form.getByRole("button", { name: "Send another request" }).click();
  for (const field of await form.locator("input[type=text], textarea, select").all()) {
    await expect(field).toHaveValue("");
  }
  await expect(form.locator("input:checked")).toHaveCount(0);
});

test("any number of clicks in the dialog stores one row, empty fields as null", async ({
  page,
  site,
}) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  const person = { ...ADA, email: "clicks@example.org" };
  await fillRequired(dialog, person);
  await dialog.locator("button[type=submit]").evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 5; click += 1) button.click();
  });
  await expect(toast(page, SUBMITTED)).toBeVisible();
  expect(await storedFrom(site, person)).toMatchObject([
    { ...person, role_title: null, hardware_setup: null, budget_range: null },
  ]);
});

test("a person's request is announced; a bot that fills in every field at once is only thanked", async ({
  page,
  site,
}) => {
  await page.clock.install();
  await page.goto("/");
  const form = inlineForm(page);
  const person = { ...ADA, email: "person@example.org" };
  await fillRequired(form, person);
  // Hydration needs timers; from here on only the test moves time.
  await expect(page.locator("#details form[data-hydrated]")).toBeVisible();
  await page.clock.pauseAt(Date.now() + 60_000);
  await submit(form);
  await expect(toast(page, SUBMITTED)).toBeVisible();
  expect(await storedFrom(site, person)).toMatchObject([{ suspected_spam: null }]);

  for (const [name, reason] of [
    ["company", "too-fast"],
    ["leave_empty", "honeypot"],
  ]) {
    await form.getByRole("button", { name: "Send another request" }).click();
    const bot = { ...ADA, email: `${reason}@example.org` };
    await fillRequired(form, bot);
    await form.locator(`[name=${name}]`).fill("Best Traffic", { force: true });
    await submit(form);
    await expect(toast(page, SUBMITTED)).toBeVisible();
    expect(await storedFrom(site, bot)).toMatchObject([{ suspected_spam: reason }]);
  }
});

test("an empty form is not sent", async ({ page, site }) => {
  await page.goto("/");
  const before = await site.readRequests();
  let sent = 0;
  page.on("request", (request) => (sent += request.method() === "POST" ? 1 : 0));
  await submit(inlineForm(page));
  await expect(toast(page, "Please fill in all required fields")).toBeVisible();
  expect(sent).toBe(0);
  expect(await site.readRequests()).toEqual(before);
});

test("while one form is sent, the other cannot be", async ({ page }) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  await fillRequired(dialog);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/**", async (route) => {
    await released;
    await route.continue();
  });
  await submit(dialog);
  await page.keyboard.press("Escape");
  const form = inlineForm(page);
  await expect(form.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  await expect(form.getByLabel("Company")).not.toBeEditable();
  release();
  await expect(toast(page, SUBMITTED)).toBeVisible();
  await expect(form.getByLabel("Company")).toBeEditable();
});

test("a draft survives closing the dialog and reloading the page, in both forms", async ({
  page,
}) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  await dialog.getByLabel("Company").fill("Analytical Engines");
  await dialog.getByLabel("UMI").check();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await page.reload();
  await openDialog(page);
  await expect(dialog.getByLabel("Company")).toHaveValue("Analytical Engines");
  await page.keyboard.press("Escape");
  await expect(inlineForm(page).getByLabel("Company")).toHaveValue("Analytical Engines");
  await expect(inlineForm(page).getByLabel("UMI")).toBeChecked();
});

test.describe("before hydration", () => {
  test("a submit shows at once that it is being sent, and is stored once", async ({
    page,
    site,
  }) => {
    const release = await holdForms(page);
    await page.goto("/");
    const form = inlineForm(page);
    const person = { ...ADA, email: "early@example.org" };
    await fillRequired(form, person);
    await form.getByLabel("Smartphone").check();
    await submit(form);
    await expect(form.getByRole("button", { name: "Submitting..." })).toBeDisabled();
    // Enter in a field submits again.
    await form.getByLabel("Company").press("Enter");
    release();
    await expect(toast(page, SUBMITTED)).toBeVisible();
    expect(await storedFrom(site, person)).toMatchObject([
      { ...person, hardware_setup: ["Smartphone"] },
    ]);
  });

  test("no key press is lost", async ({ page }) => {
    const release = await holdForms(page);
    await page.goto("/");
    const dialog = await openDialog(page);
    const company = dialog.getByLabel("Company");
    await company.focus();
    const devtools = await page.context().newCDPSession(page);
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 4 });
    release();
    const name = "Analytical Engines of Marylebone";
    await company.pressSequentially(name);
    await expect(dialog.locator("form[data-hydrated]")).toBeVisible();
    await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
    await company.pressSequentially(" & Co.");
    await expect(company).toHaveValue(`${name} & Co.`);
  });
});

test.describe("a poor network", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  test("a lost response: one row, and success", async ({ page, site }) => {
    await page.goto("/");
    const loseResponse = { times: 1 };
    await page.route(
      "**/rest/v1/**",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      loseResponse,
    );
    await fillSubmitAndFind(page, site, "lost-response@example.org");
  });

  test("no connection: the visitor reads so, and sends the same input when it is back", async ({
    page,
    context,
    site,
  }) => {
    await page.goto("/");
    const form = inlineForm(page);
    const person = { ...ADA, email: "offline@example.org" };
    await fillRequired(form, person);
    await expect(form).toHaveAttribute("data-hydrated");
    await context.setOffline(true);
    await submit(form);
    await expect(form.getByText("You are offline.")).toBeVisible();
    await context.setOffline(false);
    await submit(form);
    await expect(toast(page, SUBMITTED)).toBeVisible();
    expect(await storedFrom(site, person)).toHaveLength(1);
  });
});

test.describe("extensions", () => {
  test("elements that they add to page and form break nothing", async ({ page, site }) => {
    await page.addInitScript(() => {
      document.addEventListener("DOMContentLoaded", () => {
        document.documentElement.setAttribute("data-extension", "installed");
        document.body.append(document.createElement("extension-overlay"));
        for (const input of document.querySelectorAll("form input, form textarea")) {
          input.setAttribute("data-extension-id", "1");
          input.after(document.createElement("extension-icon"));
        }
      });
    });
    const release = await holdForms(page);
    await page.goto("/");
    const form = inlineForm(page);
    const person = { ...ADA, email: "icons@example.org" };
    await fillRequired(form, person);
    await form.getByLabel("UMI").check();
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
      if (live) await form.scrollIntoViewIfNeeded();
      if (live) await expect(form).toHaveAttribute("data-hydrated");
      await page.evaluate(translate);
      // At once: the button may be rendered again between the press and the release of a real click.
      await form.getByRole("button", { name: "Submit request" }).dispatchEvent("click");
      await expect(toast(page, "Please fill in all required fields")).toBeVisible();
      await page.evaluate(translate);
      await fillSubmitAndFind(page, site, `translated-${when}@example.org`);
    });
  }
});

test.describe("the browser's storage", () => {
  test("when blocked: a draft lasts as long as the page, and the form sends", async ({
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
    });
    await page.goto("/");
    const dialog = await openDialog(page);
    await dialog.getByLabel("Company").fill("Kept");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(inlineForm(page).getByLabel("Company")).toHaveValue("Kept");
    await fillSubmitAndFind(page, site, "no-storage@example.org");
  });

  test("keeps no cookie and nothing permanent", async ({ page, context, site }) => {
    await page.goto("/");
    await fillSubmitAndFind(page, site, "no-cookie@example.org");
    expect(await context.cookies()).toEqual([]);
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
  });

  test("keeps a separate draft for each tab", async ({ context, page }) => {
    const other = await context.newPage();
    const tabs = [
      { tab: page, name: "Ada" },
      { tab: other, name: "Byron" },
    ];
    for (const { tab, name } of tabs) {
      await tab.goto("/");
      await inlineForm(tab).getByLabel("Full name").fill(name);
      await expect(inlineForm(tab)).toHaveAttribute("data-hydrated");
    }
    for (const { tab, name } of tabs) {
      await tab.bringToFront();
      await tab.reload();
      await inlineForm(tab).scrollIntoViewIfNeeded();
      await expect(inlineForm(tab).getByLabel("Full name")).toHaveValue(name);
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
    const font = document.createElement("font");
    font.append(text.textContent);
    text.parentNode?.replaceChild(font, text);
  }
}
