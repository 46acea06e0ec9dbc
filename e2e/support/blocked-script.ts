import { expect, type Page } from "@playwright/test";

/** Chromium's console message. */
export const BLOCKED_SCRIPT = /violates the following Content Security Policy directive/;

/**
 * Opens the page as if a proxy had changed its script, so that the content security policy blocks
 * it.
 */
export async function openWithBlockedScript(page: Page): Promise<void> {
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
