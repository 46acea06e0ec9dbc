import { ADA } from "../test-support/valid-requirement.ts";
import { SUBMITTED } from "./support/messages.ts";
import { storedFrom } from "../test-support/site-server.ts";
import { expect, test } from "./support/site.ts";
import {
  fillRequired,
  holdForms,
  inlineForm,
  openDialog,
  submit,
  toast,
} from "./support/visitor.ts";

test("a request filled in by label is exported with all 11 fields", async ({ page, site }) => {
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
  await expect(form.getByText(stored?.id.slice(-8) ?? "?")).toBeVisible();
  for (const field of await form.locator("input[type=text], textarea, select").all()) {
    await expect(field).toHaveValue("");
  }
  await expect(form.locator("input:checked")).toHaveCount(0);
});

test("a request from the dialog is stored, empty fields as null", async ({ page, site }) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  const person = { ...ADA, email: "dialog@example.org" };
  await fillRequired(dialog, person);
  await submit(dialog);
  await expect(toast(page, SUBMITTED)).toBeVisible();
  expect(await storedFrom(site, person)).toMatchObject([
    { ...person, role_title: null, hardware_setup: null, budget_range: null },
  ]);
});

test("any number of clicks sends one request", async ({ page, site }) => {
  await page.goto("/");
  const form = inlineForm(page);
  const person = { ...ADA, email: "clicks@example.org" };
  await fillRequired(form, person);
  let posts = 0;
  await page.route("**/rest/v1/**", async (route) => {
    posts += 1;
    await expect(form.getByRole("button", { name: "Submitting..." })).toBeDisabled();
    await route.continue();
  });
  await form.locator("button[type=submit]").evaluate((button: HTMLButtonElement) => {
    for (let click = 0; click < 5; click += 1) button.click();
  });
  await expect(toast(page, SUBMITTED)).toBeVisible();
  expect(posts).toBe(1);
  expect(await storedFrom(site, person)).toHaveLength(1);
});

test("an empty form is not sent, and its errors link to the fields", async ({ page, site }) => {
  await page.goto("/");
  const before = await site.readRequests();
  const dialog = await openDialog(page);
  let sent = 0;
  page.on("request", (request) => (sent += request.method() === "POST" ? 1 : 0));
  await submit(dialog);
  await expect(toast(page, "Please fill in all required fields")).toBeVisible();
  await expect(dialog.getByRole("group", { name: "Check 4 fields" })).toBeFocused();
  await dialog.getByRole("link", { name: "Enter your full name" }).click();
  await expect(dialog.getByLabel("Full name")).toBeFocused();
  await expect(dialog.getByLabel("Full name")).toHaveAccessibleDescription("Enter your full name");
  expect(sent).toBe(0);
  expect(await site.readRequests()).toEqual(before);
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

test("input that is submitted before hydration is stored", async ({ page, site }) => {
  const release = await holdForms(page);
  await page.goto("/");
  const dialog = await openDialog(page);
  const person = { ...ADA, email: "early@example.org" };
  await fillRequired(dialog, person);
  await dialog.getByLabel("Smartphone").check();
  await submit(dialog);
  release();
  await expect(toast(page, SUBMITTED)).toBeVisible();
  expect(await storedFrom(site, person)).toMatchObject([
    { ...person, hardware_setup: ["Smartphone"] },
  ]);
});

test("no key press is lost during hydration", async ({ page }) => {
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
  await expect(page.locator("form[data-hydrated]")).toHaveCount(2);
  await devtools.send("Emulation.setCPUThrottlingRate", { rate: 1 });
  await company.pressSequentially(" & Co.");
  await expect(company).toHaveValue(`${name} & Co.`);
});

test.describe("the dialog", () => {
  test("is modal, named, closes by Escape and outside, and gives focus back", async ({ page }) => {
    await page.goto("/");
    const opener = page.getByRole("main").getByRole("button", { name: "Request Data" });
    const dialog = await openDialog(page);
    await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await openDialog(page);
    await page.mouse.click(20, 450);
    await expect(dialog).toBeHidden();
  });

  test("contains its toasts, where they can be closed", async ({ page }) => {
    await page.goto("/");
    const dialog = await openDialog(page);
    await submit(dialog);
    const message = dialog.getByText("Please fill in all required fields");
    await expect(message).toBeVisible();
    await dialog.getByRole("button", { name: "Dismiss notification" }).click();
    await expect(message).toBeHidden();
  });
});

test.describe("the error catalogue", () => {
  test.use({ expectedErrors: [/Failed to load resource/] });

  const CASES: Array<
    [situation: string, response: { status: number; json: unknown } | "abort", RegExp]
  > = [
    [
      "a missing table",
      { status: 404, json: { code: "PGRST205", message: "Could not find the table" } },
      /^Database configuration error.*ensure the data_requirements table is created in the hosted backend/,
    ],
    [
      "a relation that does not exist",
      { status: 404, json: { code: "42P01", message: 'relation "x" does not exist' } },
      /^Database configuration error/,
    ],
    ["no connection", "abort", /^Connection error.*check the backend configuration/],
    [
      "any other rejection",
      { status: 400, json: { code: "23514", message: 'relation "x" violates check constraint' } },
      /^Failed to submit form\. Please try again\.$/,
    ],
    ["an empty 404", { status: 404, json: undefined }, /^(Failed to submit form|Database conf)/],
  ];
  for (const [situation, response, message] of CASES) {
    test(`${situation}: shows its message, keeps the input, and can be sent again`, async ({
      page,
      site,
    }) => {
      await page.goto("/");
      const dialog = await openDialog(page);
      const person = { ...ADA, email: `${situation.replaceAll(" ", "-")}@example.org` };
      await fillRequired(dialog, person);
      await page.route("**/rest/v1/**", (route) =>
        response === "abort" ? route.abort() : route.fulfill(response),
      );
      await submit(dialog);
      await expect(dialog.getByRole("status").getByText(message)).toBeVisible();
      await expect(dialog.getByText("Everything you entered is still here")).toBeVisible();
      await expect(dialog.getByLabel("Full name")).toHaveValue(person.full_name);

      await page.unroute("**/rest/v1/**");
      await submit(dialog);
      await expect(toast(page, SUBMITTED)).toBeVisible();
      expect(await storedFrom(site, person)).toHaveLength(1);
    });
  }

  test("an unexpected exception: shows its message and keeps the input", async ({ page }) => {
    await page.goto("/");
    const form = inlineForm(page);
    await fillRequired(form);
    await page.evaluate(() => {
      crypto.getRandomValues = () => {
        throw new Error("no randomness");
      };
    });
    await submit(form);
    await expect(toast(page, "An unexpected error occurred. Please try again.")).toBeVisible();
    await expect(form.locator(":focus")).toContainText("Your request has not been sent");
    await expect(form.getByLabel("Full name")).toHaveValue(ADA.full_name);
  });

  test("a lost response: one row, and success", async ({ page, site }) => {
    await page.goto("/");
    const form = inlineForm(page);
    const person = { ...ADA, email: "lost-response@example.org" };
    await fillRequired(form, person);
    await page.route(
      "**/rest/v1/**",
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await submit(form);
    await expect(toast(page, SUBMITTED)).toBeVisible();
    expect(await storedFrom(site, person)).toHaveLength(1);
  });

  test("offline: shows its message, keeps the draft, and can be sent once online", async ({
    page,
    context,
    site,
  }) => {
    await page.goto("/");
    const form = inlineForm(page);
    const person = { ...ADA, email: "offline@example.org" };
    await fillRequired(form, person);
    await expect(page.locator("form[data-hydrated]")).toHaveCount(2);
    await context.setOffline(true);
    await submit(form);
    await expect(form.getByText("You are offline.")).toBeVisible();
    await context.setOffline(false);
    await submit(form);
    await expect(toast(page, SUBMITTED)).toBeVisible();
    expect(await storedFrom(site, person)).toHaveLength(1);
  });
});
