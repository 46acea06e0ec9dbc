/** Presses everything that can be pressed, by mouse, keyboard and tap, before the first script and while scripts arrive. */
import type { Locator, Page } from "@playwright/test";

import { expect, test } from "../test-support/e2e/site.ts";
import {
  expectOneScrollDirection,
  expectTopAt,
  field,
  fillAndSubmit,
  heroButton,
  hold,
  hydrateForms,
  inlineForm,
  linkTo,
  openDialog,
  OFTEN,
  openEarly,
  recordScrolling,
  requestButton,
  requestDialog,
  SCRIPTS,
  waitForFonts,
} from "../test-support/e2e/visitor.ts";

type Control = {
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

/** Delays of all scripts, in milliseconds. */
const DELAYS = [0, 100, 400];

const header = (page: Page) => page.getByRole("banner");
const menu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const footer = (page: Page) => page.getByRole("contentinfo");
const cardLink = (page: Page, index: number) =>
  page.locator("#data-showcase").getByRole("link").nth(index);
const example = (page: Page) => page.getByRole("group", { name: /demonstration$/ });

const expectTop = (page: Page) => expectTopAt(page.locator("#hero"), 0);
const toFeatures = (offset: number) => ({
  expectArrival: (page: Page) => expectTopAt(page.locator("#features"), offset),
  next: (page: Page) => requestButton(footer(page)),
});
const toDetails = (offset: number) => ({
  expectArrival: (page: Page) => expectTopAt(page.locator("#details"), offset),
  next: (page: Page) => field(inlineForm(page), "full_name"),
});
const home = async (page: Page) => {
  await expect(page).toHaveURL("/");
  await expect(heroButton(page)).toBeInViewport();
};

async function expectDialog(page: Page): Promise<void> {
  await expect(requestDialog(page)).toBeVisible();
  await expect(requestDialog(page).locator(":focus")).toHaveCount(1);
}

async function expectClosed(page: Page): Promise<void> {
  await expect(requestDialog(page)).toBeHidden();
  await expect(heroButton(page)).toBeFocused();
}

const goToEnd = (page: Page) =>
  footer(page).evaluate((end) => end.scrollIntoView({ behavior: "instant" }));

const openMenu = (page: Page) => page.getByRole("button", { name: "Open menu" }).click();
const openMenuAtEnd = async (page: Page) => {
  await goToEnd(page);
  await openMenu(page);
};

async function store(page: Page): Promise<void> {
  await fillAndSubmit(await openDialog(page));
  await expect(requestDialog(page).getByText("Request received")).toBeVisible();
}

const EVERYWHERE: Control[] = [
  {
    name: "Request Data in the hero",
    find: heroButton,
    expectArrival: expectDialog,
  },
  {
    name: "Request Data in the footer",
    find: (page) => requestButton(footer(page)),
    expectArrival: expectDialog,
  },
  {
    name: "Request data like this",
    needsScript: true,
    prepare: (page) => example(page).scrollIntoViewIfNeeded(),
    find: (page) => example(page).getByRole("button", { name: "Request data like this" }),
    expectArrival: expectDialog,
  },
  {
    name: "Play",
    needsScript: true,
    prepare: (page) => example(page).scrollIntoViewIfNeeded(),
    find: (page) => example(page).getByRole("button", { name: /Play|Pause/ }),
    expectArrival: (page) =>
      expect(example(page).getByRole("slider", { name: "Time" })).not.toHaveValue("0"),
  },
  {
    name: "Close",
    prepare: (page) => openDialog(page),
    find: (page) => requestDialog(page).getByRole("button", { name: "Close" }),
    expectArrival: expectClosed,
  },
  {
    name: "Copy, then Send another request,",
    needsScript: true,
    prepare: store,
    find: (page) => requestDialog(page).getByRole("button", { name: /Copy|Copied/ }),
    expectArrival: (page) => expect(requestDialog(page).getByText("Copied")).toBeVisible(),
    andThen: {
      name: "Send another request",
      find: (page) => requestDialog(page).getByRole("button", { name: "Send another request" }),
      expectArrival: (page) => expect(field(requestDialog(page), "full_name")).toBeFocused(),
    },
  },
  {
    name: "Done",
    needsScript: true,
    prepare: store,
    find: (page) => requestDialog(page).getByRole("button", { name: "Done" }),
    expectArrival: expectClosed,
  },
  {
    name: "Return to Home on the 404 page",
    path: "/nowhere",
    find: (page) => linkTo(page.getByRole("main"), "/").last(),
    expectArrival: home,
  },
  {
    name: "the logo on the 404 page",
    path: "/nowhere",
    find: (page) => linkTo(page.getByRole("main"), "/").first(),
    expectArrival: home,
  },
];

const CONTACT: Control = {
  name: "Contact",
  find: (page) => linkTo(header(page), "#details"),
  ...toDetails(80),
};

const toCard = (index: number): Control => ({
  name: "the name of each card",
  // The links appear together with the stack.
  needsScript: true,
  find: (page) => cardLink(page, index),
  async expectArrival(page) {
    const link = cardLink(page, index);
    await expectTopAt(page.locator((await link.getAttribute("href")) ?? ""), 80);
    await expect(link).toHaveAttribute("aria-current", "true");
  },
});

const ON_LAPTOP: Control[] = [
  {
    name: "the logo",
    prepare: goToEnd,
    find: (page) => linkTo(header(page), "#top").first(),
    expectArrival: expectTop,
  },
  {
    name: "Home",
    prepare: goToEnd,
    find: (page) => linkTo(header(page), "#top").last(),
    expectArrival: expectTop,
  },
  {
    name: "About",
    find: (page) => linkTo(header(page), "#features"),
    ...toFeatures(80),
  },
  CONTACT,
  { ...toCard(2), andThen: { ...toCard(1), andThen: toCard(0) } },
  {
    name: "Request Data in the header",
    find: (page) => requestButton(header(page)),
    expectArrival: expectDialog,
  },
];

const ON_PHONE: Control[] = [
  {
    name: "the logo in the menu",
    prepare: openMenuAtEnd,
    find: (page) => linkTo(menu(page), "#top").first(),
    expectArrival: expectTop,
  },
  {
    name: "Home in the menu",
    prepare: openMenuAtEnd,
    find: (page) => linkTo(menu(page), "#top").last(),
    expectArrival: expectTop,
  },
  {
    name: "About in the menu",
    prepare: openMenu,
    find: (page) => linkTo(menu(page), "#features"),
    ...toFeatures(100),
  },
  {
    name: "Contact in the menu",
    prepare: openMenu,
    find: (page) => linkTo(menu(page), "#details"),
    ...toDetails(100),
  },
  {
    name: "Request Data in the menu",
    prepare: openMenu,
    find: (page) => requestButton(menu(page)),
    expectArrival: expectDialog,
  },
];

test.use({ expectedErrors: [/status of 404/], permissions: ["clipboard-write"] });

/** Rotates the delays and the presses, because all combinations would take minutes. */
const delayAt = (index: number) => DELAYS[index % DELAYS.length] ?? 0;
const pressesAt = (index: number): [Press, Press] =>
  index % 2 === 0 ? ["mouse", "keyboard"] : ["keyboard", "mouse"];

for (const [index, control] of [...ON_LAPTOP, ...EVERYWHERE].entries()) {
  testPresses(control, pressesAt(index), delayAt(index));
}

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  for (const [index, control] of [...ON_PHONE, ...EVERYWHERE].entries()) {
    // A plain link to another page is the same everywhere.
    if (control.path === undefined) testPresses(control, ["tap", "tap"], delayAt(index + 2));
  }
});

test("a link clicked before the first script scrolls smoothly", async ({ page }) => {
  await hold(page, SCRIPTS);
  const scrolling = await recordScrolling(page);
  await openEarly(page);
  await waitForFonts(page);
  await header(page).getByRole("link", { name: "About" }).click();
  await expectTopAt(page.locator("#features"), 80);
  const passed = new Set(await scrolling.positions());
  expect(passed.size).toBeGreaterThan(2);
});

testPresses(
  {
    ...CONTACT,
    name: "Contact, after the mouse has passed over Request Data,",
    prepare: (page) => requestButton(header(page)).hover(),
    whileLoading: true,
  },
  ["mouse", "mouse"],
  100,
);

type Press = keyof typeof PRESSES;

/**
 * Presses a control while the scripts arrive. If it works without scripts, presses it before the first script instead, and
 * again, in the second way, after all scripts have run.
 */
function testPresses(control: Control, [first, second]: [Press, Press], delay: number): void {
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
