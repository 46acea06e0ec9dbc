import { expect } from "@playwright/test";

import type { State } from "../../../test-support/e2e/states.ts";

export const STATES = [0.6, 0.9].map((progress): State => ({
  name: `stack-${progress}`,
  visit: async (page) => {
    await page.locator("#data-showcase").evaluate((region, share) => {
      const top = region.getBoundingClientRect().top + share * 2 * innerHeight;
      scrollBy({ top, behavior: "instant" });
    }, progress);
    const card = page.locator("#data-showcase a").nth(progress < 0.66 ? 1 : 2);
    await expect(card).toHaveAttribute("aria-current", "true");
  },
}));
