import type { Page } from "@playwright/test";

import { expect, test } from "../test-support/e2e/site.ts";
import { boxOf } from "../test-support/e2e/visitor.ts";

test.use({ contextOptions: { reducedMotion: "no-preference" } });

const ENTRY_SCRIPT = /\/assets\/index-/;

/** Delivers every script but the entry script late, as slow networks do. */
async function delayScripts(page: Page, delayMs: number): Promise<void> {
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    if (!ENTRY_SCRIPT.test(route.request().url())) {
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    await route.continue();
  });
}

for (const delayMs of [100, 400, 1_200]) {
  test(`a link pressed by keyboard arrives while forms come alive after ${delayMs} ms`, async ({
    page,
  }) => {
    await delayScripts(page, delayMs);
    await page.goto("/");
    const contact = page.getByRole("banner").getByRole("link", { name: "Contact" });
    while (!(await contact.evaluate((link) => link === document.activeElement))) {
      await page.keyboard.press("Tab");
    }
    await page.keyboard.press("Enter");
    await expect
      .poll(async () => Math.abs((await boxOf(page.locator("#details"))).y - 80))
      .toBeLessThanOrEqual(2);
  });
}
