import type { Page } from "@playwright/test";
import axeCore from "axe-core";

import { expect, test } from "./site.ts";
import { reachState, STATES, visitState } from "./states.ts";

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

/** Visits the states in order, without a reload. Each state's selector matches its new parts. */
export function testAccessibility(width: number, selectors: Record<string, string>): void {
  const names = Object.keys(selectors);
  test(`at ${width} px axe finds no violation in these states: ${names.join(", ")}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    for (const [name, selector] of Object.entries(selectors)) {
      const state = STATES.find((one) => one.name === name);
      if (!state) throw new Error(`There is no state ${name}.`);
      if (name === names[0]) await visitState(page, state);
      else {
        // Removes the routes of the previous state, and closes its dialog or menu.
        await page.unrouteAll();
        await page.keyboard.press("Escape");
        await reachState(page, state);
      }
      expect(await findViolations(page, selector), name).toEqual([]);
    }
  });
}
