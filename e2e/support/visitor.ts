/** A visitor's actions, by label and role. */
import { expect, type Locator, type Page } from "@playwright/test";

import { ADA } from "../../test-support/valid-requirement.ts";

export function inlineForm(page: Page): Locator {
  return page.locator("#details form");
}

/** Pauses the request for the script that hydrates the forms. Returns a function that resumes it. */
export async function holdForms(page: Page): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/assets/hydrate-*.js", async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

export async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole("main").getByRole("button", { name: "Request Data" }).click();
  const dialog = page.getByRole("dialog", { name: "Tell Us About Your Data Needs" });
  await expect(dialog).toBeVisible();
  return dialog;
}

export async function fillRequired(form: Locator, person = ADA): Promise<void> {
  await form.getByLabel("Full name").fill(person.full_name);
  await form.getByLabel("Email").fill(person.email);
  await form.getByLabel("Phone", { exact: true }).fill(person.phone);
  await form.getByLabel("Company").fill(person.company);
}

export async function submit(form: Locator): Promise<void> {
  await form.getByRole("button", { name: "Submit request" }).click();
}

/**
 * Submits no sooner than a person would: our server rejects a form that was filled in faster, as a
 * bot's.
 */
export async function submitInTime(form: Locator, since: number): Promise<void> {
  await expect.poll(() => Date.now() - since).toBeGreaterThan(2_100);
  await submit(form);
}

export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole("status", { name: "Notifications" }).getByText(text, { exact: true });
}
