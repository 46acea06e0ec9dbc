/** Presses everything that can be pressed, by mouse, keyboard and tap, before the first script and while scripts arrive. */
import type { Page } from "@playwright/test";

import { testPresses, type Control, type Press } from "../test-support/e2e/presses.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import {
  expectTopAt,
  field,
  fillAndSubmit,
  heroButton,
  hold,
  inlineForm,
  linkTo,
  openDialog,
  openEarly,
  partLink,
  recordScrolling,
  requestButton,
  requestDialog,
  SCRIPTS,
  waitForFonts,
} from "../test-support/e2e/visitor.ts";

/** Delays of all scripts, in milliseconds. */
const DELAYS = [0, 100, 400];

const header = (page: Page) => page.getByRole("banner");
const menu = (page: Page) => page.getByRole("dialog", { name: "Menu" });
const footer = (page: Page) => page.getByRole("contentinfo");

const expectTop = (page: Page) => expectTopAt(page.locator("#hero"), 0);
/** The part to which the link "About" leads. */
const toPart = (offset: number) => ({
  expectArrival: (page: Page) => expectTopAt(page.locator(":target"), offset),
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
  await expect(requestDialog(page).getByText("Request sent")).toBeVisible();
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
    find: (page) => partLink(header(page)),
    ...toPart(80),
  },
  CONTACT,
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
    find: (page) => partLink(menu(page)),
    ...toPart(100),
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
  await partLink(header(page)).click();
  await expectTopAt(page.locator(":target"), 80);
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
