import { ADA } from "../test-support/valid-requirement.ts";
import { storedFrom } from "../test-support/site-server.ts";
import { expect, test } from "./support/site.ts";
import {
  expectComplete,
  fillRequired,
  inlineForm,
  submit,
  submitInTime,
} from "./support/visitor.ts";

// Chromium itself reports responses with an error status.
test.use({ javaScriptEnabled: false, expectedErrors: [/status of 422/] });

test("everything can be read and seen without script", async ({ page }) => {
  await page.goto("/");
  await expectComplete(page);
});

test("dialog and menu open and close", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("main").getByRole("button", { name: "Request Data" }).click();
  const dialog = page.getByRole("dialog", { name: "Tell Us About Your Data Needs" });
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Open menu" }).click();
  const menu = page.getByRole("dialog", { name: "Menu" });
  await menu.getByRole("button", { name: "Request Data" }).click();
  await expect(dialog).toBeVisible();
  await dialog.getByRole("button", { name: "Close" }).click();
  await expect(dialog).toBeHidden();
  await menu.getByRole("link", { name: "Contact" }).click();
  await expect(menu).toBeHidden();
  await expect(page.locator("#details")).toBeInViewport();
});

test("a request is stored and confirmed, and a reload does not send it again", async ({
  page,
  site,
}) => {
  await page.goto("/");
  const since = Date.now();
  const form = inlineForm(page);
  const person = { ...ADA, email: "no-script@example.org" };
  await fillRequired(form, person);
  await form.getByLabel("UMI").check();
  await form.getByLabel("VR").check();
  await submitInTime(form, since);
  await expect(page).toHaveURL("/#request-sent");
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
  const since = Date.now();
  const form = inlineForm(page);
  const person = { ...ADA, email: "ada@engines" };
  await fillRequired(form, person);
  await form.getByLabel("Timeline").fill("</textarea><b>March</b>");
  await submitInTime(form, since);
  await expect(page).toHaveTitle(/^Error: /);
  const rejected = page.getByRole("form");
  await expect(rejected.getByLabel("Email")).toHaveAccessibleDescription(/like name@lab\.org/);
  await expect(rejected.getByLabel("Timeline")).toHaveValue("</textarea><b>March</b>");
  const corrected = { ...person, email: "corrected@example.org" };
  await rejected.getByLabel("Email").fill(corrected.email);
  await submit(rejected);
  await expect(page).toHaveURL("/#request-sent");
  expect(await storedFrom(site, corrected)).toHaveLength(1);
});
