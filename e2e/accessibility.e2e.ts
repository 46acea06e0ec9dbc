/** By keyboard and with a screen reader. */
import { SITE } from "../site/site.ts";
import { findViolations } from "../test-support/e2e/axe.ts";
import { expect, test } from "../test-support/e2e/site.ts";
import { STATES, visitState } from "../test-support/e2e/states.ts";
import {
  field,
  fillAndSubmit,
  hold,
  INSERT,
  openDialog,
  openPage,
  toast,
} from "../test-support/e2e/visitor.ts";

// Chromium itself reports responses with an error status.
test.use({ expectedErrors: [/Failed to load resource/] });

/** Laid out differently on phones. */
const ON_PHONES = new Set(["menu", "stack-0.8", "demonstration", "dialog-errors"]);

for (const state of STATES) {
  if (state.checked === undefined) continue;
  const widths = [...(state.below ? [] : [1440]), ...(ON_PHONES.has(state.name) ? [390] : [])];
  for (const width of widths) {
    test(`${state.name} at ${width} px has no violation in axe`, async ({ page }) => {
      await page.setViewportSize({ width, height: 844 });
      await visitState(page, state);
      expect(await findViolations(page, state.checked)).toEqual([]);
    });
  }
}

test("the dialog, each form and each group has a unique name", async ({ page }) => {
  await openPage(page);
  await openDialog(page);
  const tree = await page.locator("body").ariaSnapshot();
  const names = Array.from(
    tree.matchAll(/- (?:dialog|form|group)(?: "([^"]*)")?/g),
    ([, name]) => name ?? "without a name",
  );
  expect(names).toContain("Tell Us About Your Data Needs");
  expect(names).toEqual([...new Set(names)]);
});

test("the first Tab focuses a link past the bar", async ({ page }) => {
  await openPage(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(
    page.getByRole("main").getByRole("button", { name: "Request Data", exact: true }),
  ).toBeFocused();
});

test("each control is visible when it gets focus, in the page's order", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page);
  const stops: string[] = [];
  while (stops.at(-1) !== "Submit request" && stops.length < 50) {
    await page.keyboard.press("Tab");
    const { name, seen } = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement;
      const { left, top, width, height } = element.getBoundingClientRect();
      // Not entirely hidden, as WCAG defines it: a tall field may begin at the window's lower edge.
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
  const first = ["Skip to content", `${SITE.name}, to the top`, "Home", "About", "Contact"];
  expect(stops.slice(0, 5)).toEqual(first);
  expect(stops.at(-1)).toBe("Submit request");
});

test("a screen reader reads each step of sending, and focus ends at the outcome", async ({
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
  await expect(form.getByRole("button", { name: "Submit request" })).toBeFocused();
});

test("keys scroll the open dialog, and Tab goes to its first field", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await openPage(page);
  const dialog = await openDialog(page);
  await expect(field(dialog, "full_name")).toBeInViewport();
  await page.keyboard.press("End");
  await expect(field(dialog, "full_name")).not.toBeInViewport();
  await expect(dialog.getByRole("button", { name: "Submit request" })).toBeInViewport();
  await page.keyboard.press("Tab");
  await expect(field(dialog, "full_name")).toBeFocused();
});

test("screen readers reach every card before it is scrolled to", async ({ page }) => {
  await openPage(page);
  const tree = await page.locator("#data-showcase").ariaSnapshot();
  for (const title of ["Quality First", "Hardware Agnostic", "Fast Turnaround"]) {
    expect(tree).toContain(`heading "${title}"`);
  }
});
