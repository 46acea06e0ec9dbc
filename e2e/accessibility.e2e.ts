import { AxeBuilder } from "@axe-core/playwright";
import type { Locator } from "@playwright/test";

import { expect, test } from "./support/site.ts";
import { STATES, visitState } from "./support/states.ts";
import { openDialog, submit } from "./support/visitor.ts";

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

test("with forced colours the icons of buttons are drawn", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ forcedColors: "active", reducedMotion: "reduce" });
  await page.goto("/");
  const button = (name: string) => page.getByRole("button", { name });
  expect(await isDrawn(button("Open menu"))).toBe(true);
  await button("Open menu").click();
  expect(await isDrawn(button("Close menu"))).toBe(true);
  await button("Close menu").click();
  await submit(await openDialog(page));
  expect(await isDrawn(button("Dismiss notification"))).toBe(true);
});

/** Whether an element without text differs from the ground behind it. */
async function isDrawn(element: Locator): Promise<boolean> {
  const picture = await element.screenshot();
  await element.evaluate(({ style }) => (style.opacity = "0"));
  const ground = await element.screenshot();
  await element.evaluate(({ style }) => (style.opacity = ""));
  return !picture.equals(ground);
}
