import type { Page } from "@playwright/test";
import axeCore from "axe-core";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Returns violations of WCAG 2.2 AA and axe's best practices in the elements that match a selector. */
export async function findViolations(page: Page, checked = "html") {
  // Load axe once per page, because loading takes longer than a check.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeCore.source);
  const violations = await page.evaluate(
    async ([selector, values]) => {
      const { axe } = window as unknown as { axe: typeof axeCore };
      const options = { runOnly: values, resultTypes: ["violations" as const] };
      return (await axe.run(selector, options)).violations;
    },
    [checked, TAGS] as const,
  );
  return violations.map(({ id, nodes }) => ({ id, where: nodes.map(({ html }) => html) }));
}
