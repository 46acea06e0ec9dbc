import { AxeBuilder } from "@axe-core/playwright";

import { expect, test } from "./support/site.ts";
import { STATES, visitState } from "./support/states.ts";

// Chromium itself reports responses with an error status.
test.use({ expectedErrors: [/status of 40[04]/] });

for (const width of [390, 1440]) {
  for (const state of STATES.filter(({ below = Infinity }) => width < below)) {
    test(`${state.name} at ${width} px has no violation in axe`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await visitState(page, state);
      const { violations } = await new AxeBuilder({ page })
        .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
        .analyze();
      expect(
        violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) })),
      ).toEqual([]);
    });
  }
}
