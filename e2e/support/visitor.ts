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

export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole("status", { name: "Notifications" }).getByText(text, { exact: true });
}

/** Everything in the page is visible, and each picture loads once it is scrolled to. */
export async function expectComplete(page: Page): Promise<void> {
  const headings = await page.locator("main :is(h1, h2, h3)").all();
  expect(headings.length).toBeGreaterThan(10);
  for (const heading of headings) await expect(heading).toBeVisible();
  const transparent = await page
    .locator("main *")
    .evaluateAll((all) => all.filter((element) => getComputedStyle(element).opacity === "0"));
  expect(transparent).toEqual([]);

  const pictures = await page.locator("main picture").filter({ visible: true }).all();
  expect(pictures).toHaveLength(5);
  for (const picture of pictures) {
    await picture.scrollIntoViewIfNeeded();
    const image = picture.locator("img");
    await expect(image).toBeInViewport();
    await expect(image).not.toHaveJSProperty("naturalWidth", 0);
  }
}
