import { test as base, expect, type Locator, type Page } from "@playwright/test";

import { startSite, type SiteServer } from "./site-server.ts";

type PerTest = {
  /** Console errors that a test provokes; any other fails it. */
  provoked: RegExp[];
  watched: void;
};

/** Tests of the built site: one server and one store to each worker, an empty console to each test. */
export const test = base.extend<PerTest, { site: SiteServer }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright wants to see what a fixture uses
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  baseURL: async ({ site }, use) => use(site.origin),
  provoked: [[], { option: true }],
  watched: [
    async ({ page, provoked }, use) => {
      const errors: string[] = [];
      const note = (text: string) => {
        if (!provoked.some((pattern) => pattern.test(text))) errors.push(text);
      };
      // Violations of the content security policy are console errors too.
      page.on("console", (message) => message.type() === "error" && note(message.text()));
      page.on("pageerror", (error) => note(String(error)));
      await use();
      expect(errors).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

export const ADA = {
  full_name: "Ada Byron",
  email: "ada@example.org",
  phone: "+44 20 7946 0000",
  company: "Analytical Engines",
};

export function inlineForm(page: Page): Locator {
  return page.locator("#details form");
}

export async function openDialog(page: Page): Promise<Locator> {
  await page.getByRole("button", { name: "Request Data" }).click();
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

export function toast(page: Page, text: string): Locator {
  return page.getByRole("status", { name: "Notifications" }).getByText(text, { exact: true });
}
