import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What violates WCAG 2.2 AA or axe's best practices in the page, or in the parts that match a selector. */
export async function findViolations(page: Page, checked = "html") {
  const { violations } = await new AxeBuilder({ page })
    // In one run: the other mode is for pages with frames, and takes three times as long.
    .setLegacyMode()
    .include(checked)
    .withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
    .analyze();
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}
