import { expect, type Page } from "@playwright/test";

/** What Chromium then says in the console. */
export const REFUSED = /violates the following Content Security Policy directive/;

/** Opens the page as if something on the way had changed its script: the policy refuses that. */
export async function openWithScriptRefused(page: Page): Promise<void> {
  await page.route("/", async (route) => {
    const response = await route.fetch();
    const html = await response.text();
    await route.fulfill({
      response,
      body: html.replace('<script type="module">', "$& /* changed */"),
    });
  });
  await page.goto("/");
  // Set by the script as soon as it runs.
  await expect(page.locator("[data-step]")).toHaveCount(0);
}
