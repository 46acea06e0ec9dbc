/** Presses a control while scripts arrive. */
import type { Locator, Page } from "@playwright/test";

import { expect, test } from "./site.ts";
import {
  expectOneScrollDirection,
  hold,
  hydrateForms,
  OFTEN,
  openEarly,
  recordScrolling,
  SCRIPTS,
  waitForFonts,
} from "./visitor.ts";

export type Control = {
  name: string;
  path?: string;
  /** Works only after its script has run. */
  needsScript?: true;
  /** Is pressed while scripts arrive. */
  whileLoading?: true;
  /** Brings the page to the state in which a visitor presses the control. */
  prepare?: (page: Page) => Promise<unknown>;
  find: (page: Page) => Locator;
  expectArrival: (page: Page) => Promise<unknown>;
  /** Gets focus at the next press of Tab. */
  next?: (page: Page) => Locator;
  /** Is pressed after this one. */
  andThen?: Control;
};

const PRESSES = {
  mouse: (control: Locator) => control.click(),
  keyboard: (control: Locator) => control.page().keyboard.press("Enter"),
  tap: (control: Locator) => control.tap(),
};

export type Press = keyof typeof PRESSES;

/**
 * Presses a control while the scripts arrive. If it works without scripts, presses it before the first script instead, and
 * again, in the second way, after all scripts have run.
 */
export function testPresses(
  control: Control,
  [first, second]: [Press, Press],
  delay: number,
): void {
  const { name, path, needsScript, whileLoading, andThen } = control;
  const isEarly = !needsScript && !whileLoading && path === undefined;
  const moment = isEarly ? `before the first script, and by ${second} after` : "with";
  test(`${name} arrives by ${first} ${moment} scripts ${delay} ms late`, async ({ page }) => {
    const release = await hold(page, SCRIPTS, delay);
    const scrolling = await recordScrolling(page);
    if (!isEarly) release();
    await openEarly(page, path);
    if (isEarly) await waitForFonts(page);
    await pressAndArrive(page, control, first, scrolling, release);
    if (andThen) await pressAndArrive(page, andThen, second, scrolling);
    if (!isEarly) return;
    await startOver(page);
    await pressAndArrive(page, control, second, scrolling);
  });
}

async function pressAndArrive(
  page: Page,
  control: Control,
  press: Press,
  scrolling: Awaited<ReturnType<typeof recordScrolling>>,
  release?: () => void,
): Promise<void> {
  await control.prepare?.(page);
  const element = control.find(page);
  await (press === "keyboard" ? tabTo(element) : element.scrollIntoViewIfNeeded());
  await scrolling.restart();
  await PRESSES[press](element);
  release?.();
  await control.expectArrival(page);
  await hydrateForms(page);
  await control.expectArrival(page);
  expectOneScrollDirection(await scrolling.positions());
  if (!control.next) return;
  await page.keyboard.press("Tab");
  await expect(control.next(page)).toBeFocused();
}

/** Closes the dialog or menu, and goes to the top. */
async function startOver(page: Page): Promise<void> {
  await page.keyboard.press("Escape");
  await expect(page.locator("dialog:modal")).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => history.state as unknown), OFTEN).toBeNull();
  await page.evaluate(() => scrollTo({ top: 0, behavior: "instant" }));
}

/** Focuses the control first and presses Tab only for the last step, because dozens of presses take seconds. */
async function tabTo(control: Locator): Promise<void> {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  await control.focus();
  await control.page().keyboard.press("Shift+Tab");
  while (!(await hasFocus())) await control.page().keyboard.press("Tab");
}
