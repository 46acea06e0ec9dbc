import { findViolations } from "../test-support/e2e/axe.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import { reachState, STATES, visitState } from "../test-support/e2e/states.ts";
import {
  field,
  fillAndSubmit,
  formTitle,
  heroButton,
  hold,
  inlineForm,
  INSERT,
  openDialog,
  openPage,
  requestDialog,
  submitButton,
  toast,
} from "../test-support/e2e/visitor.ts";

test.use({ expectedErrors: [/Failed to load resource/] });

const FORM = "#details, [aria-label=Notifications]";
const STACK = "#data-showcase";

/** Viewport width, and the states to visit in order without a reload. Each state's selector matches its new parts. */
const VISITS: [width: number, selectors: Record<string, string>][] = [
  [1440, { top: "header, #hero", "stack-0.6": STACK, "stack-0.9": STACK }],
  // Checks the whole page, because in this state its islands are hydrated and its header is white.
  [1440, { demonstration: "html", "demonstration-recorded": ".demonstration" }],
  [1440, { errors: FORM, filled: FORM, failure: FORM, success: FORM }],
  [1440, { submitting: FORM }],
  [1440, { "dialog-errors": "dialog", "dialog-success": "dialog" }],
  [1440, { 404: "html" }],
  // These states have a different layout on phones.
  [390, { menu: "#menu", "stack-0.6": STACK, demonstration: "html", "dialog-errors": "dialog" }],
];

for (const [width, selectors] of VISITS) {
  const names = Object.keys(selectors);
  test(`at ${width} px axe finds no violation in these states: ${names.join(", ")}`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
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

test("the dialog, each form and each group has its own accessible name", async ({ page }) => {
  await openPage(page);
  await openDialog(page);
  const tree = await page.locator("body").ariaSnapshot();
  const names = Array.from(
    tree.matchAll(/- (?:dialog|form|group)(?: "([^"]*)")?/g),
    ([, name]) => name ?? "without a name",
  );
  expect(names).toContain(await formTitle(requestDialog(page)).textContent());
  expect(names).toEqual([...new Set(names)]);
});

test("the first Tab stop is a link that skips the header", async ({ page }) => {
  await openPage(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(heroButton(page)).toBeFocused();
});

test("Tab reaches each control in document order, and each is visible when focused", async ({
  page,
}) => {
  await openPage(page);
  const last = await submitButton(inlineForm(page)).textContent();
  const stops: string[] = [];
  while (stops.at(-1) !== last && stops.length < 50) {
    await page.keyboard.press("Tab");
    const { name, seen } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { left, top, width, height } = element.getBoundingClientRect();
      // WCAG 2.4.11: a focused element must not be entirely hidden.
      const hits = [0.1, 0.5, 0.9].map((share) =>
        document.elementFromPoint(left + width / 2, top + height * share),
      );
      return {
        name: element.getAttribute("aria-label") ?? element.textContent.trim(),
        seen: hits.some((hit) => hit !== null && element.contains(hit)),
      };
    });
    expect(seen, `stop ${stops.length}: ${name}`).toBe(true);
    stops.push(name);
  }
  const links = await page
    .getByRole("banner")
    .getByRole("link")
    .evaluateAll((all) => all.map((link) => link.ariaLabel ?? link.textContent));
  expect(stops.slice(0, links.length + 1)).toEqual(["Skip to content", ...links]);
  expect(stops.at(-1)).toBe(last);
});

test("while a request is sent, a live region announces each step, and focus moves to the outcome", async ({
  page,
}) => {
  const form = await openPage(page);
  const release = await hold(page, INSERT);
  await page.route(INSERT, (route) => route.abort(), { times: 1 });
  const progress = form.getByRole("status");
  await fillAndSubmit(form);
  await expect(form.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  await expect(progress).toContainText("Trying again…");
  await expect(progress).toBeFocused();
  release();
  await expect(toast(page, /have been submitted/)).toBeVisible();
  await expect(form.locator(":focus")).toContainText("Request received");
  await page.keyboard.press("Tab");
  await expect(form.getByRole("button", { name: "Copy" })).toBeFocused();
});

test("in the open dialog, End scrolls to its end and Tab focuses its first field", async ({
  page,
}) => {
  await openPage(page);
  const dialog = await openDialog(page);
  await expect(field(dialog, "full_name")).toBeInViewport();
  await page.keyboard.press("End");
  await expect(field(dialog, "full_name")).not.toBeInViewport();
  await expect(submitButton(dialog)).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(field(dialog, "full_name")).toBeFocused();
});

test("before scrolling, every card is in the accessibility tree", async ({ page }) => {
  await openPage(page);
  const showcase = page.locator("#data-showcase");
  const tree = await showcase.ariaSnapshot();
  for (const title of await showcase.locator("article h3").allTextContents()) {
    expect(tree).toContain(`heading "${title}"`);
  }
});
