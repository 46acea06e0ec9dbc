import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { expect, inlineForm, openDialog, submit, test } from "./site.ts";

const STATES: Array<[name: string, visit: (page: Page) => Promise<void>]> = [
  ["the page", async (page) => void (await page.goto("/"))],
  [
    "the dialog",
    async (page) => {
      await page.goto("/");
      await openDialog(page);
    },
  ],
  [
    "errors in the dialog",
    async (page) => {
      await page.goto("/");
      await submit(await openDialog(page));
      await expect(page.getByText("Enter your full name").first()).toBeVisible();
    },
  ],
  [
    "errors in the page",
    async (page) => {
      await page.goto("/");
      await submit(inlineForm(page));
      await expect(page.getByText("Enter your full name").first()).toBeVisible();
    },
  ],
  [
    "the 404 page",
    async (page) => {
      await page.goto("/nowhere");
    },
  ],
];

test.use({ provoked: [/status of 404/] });

for (const width of [390, 1440]) {
  for (const [name, visit] of STATES) {
    test(`${name} at ${width} px has nothing that axe objects to`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.setViewportSize({ width, height: 844 });
      await visit(page);
      expect(await violations(page)).toEqual([]);
    });
  }
}

test("the menu has nothing that axe objects to", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  await page.getByRole("button", { name: "Open menu" }).click();
  await expect(page.getByRole("dialog", { name: "Menu" })).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" | ")}`);
}
