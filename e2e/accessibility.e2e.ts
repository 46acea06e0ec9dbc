/** By keyboard and with a screen reader. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

import { SITE } from "../site/site.ts";
import { expect, test } from "./support/site.ts";
import { STATES, visitState } from "./support/states.ts";
import { fillRequired, inlineForm, openDialog, submit, toast } from "./support/visitor.ts";

// Chromium itself reports responses with an error status.
test.use({ expectedErrors: [/Failed to load resource/] });

/** Laid out differently on phones. */
const ON_PHONES = new Set(["menu", "data-showcase", "dialog", "dialog-errors"]);

for (const state of STATES.filter(({ media }) => !media)) {
  const widths = [...(state.below ? [] : [1440]), ...(ON_PHONES.has(state.name) ? [390] : [])];
  for (const width of widths) {
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

test("the dialog, each form and each group has a unique name", async ({ page }) => {
  await page.goto("/");
  await openDialog(page);
  const tree = await page.locator("body").ariaSnapshot();
  const names = Array.from(
    tree.matchAll(/- (?:dialog|form|group)(?: "([^"]*)")?/g),
    ([, name]) => name ?? "without a name",
  );
  expect(names).toContain("Tell Us About Your Data Needs");
  expect(names).toEqual([...new Set(names)]);
});

/** What has focus, and whether the bar or a toast covers it. */
function focused(page: Page) {
  return page.evaluate(() => {
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
}

test("the first Tab focuses a link past the bar", async ({ page }) => {
  await page.goto("/");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("main").getByRole("button", { name: "Request Data" })).toBeFocused();
});

test("each control is visible when it gets focus, in the page's order", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const stops: string[] = [];
  while (stops.at(-1) !== "Submit request" && stops.length < 50) {
    await page.keyboard.press("Tab");
    const { name, seen } = await focused(page);
    expect(seen, `stop ${stops.length}: ${name}`).toBe(true);
    stops.push(name);
  }
  expect(stops.slice(0, 6)).toEqual([
    "Skip to content",
    `${SITE.name}, to the top`,
    "Home",
    "About",
    "Contact",
    "Request Data",
  ]);
  expect(stops.at(-1)).toBe("Submit request");
});

test("the dialog keeps keyboard focus, and gives it back", async ({ page }) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  await expect(dialog.locator("form[data-hydrated]")).toBeVisible();
  for (let stop = 0; stop < 30; stop += 1) {
    await page.keyboard.press("Tab");
    const outside = await page.evaluate(() => {
      const element = document.activeElement;
      return element !== document.body && element?.closest("dialog") === null;
    });
    expect(outside).toBe(false);
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("main").getByRole("button", { name: "Request Data" })).toBeFocused();
});

test("errors are announced, focused, linked to their fields and named in the title", async ({
  page,
}) => {
  await page.goto("/");
  const dialog = await openDialog(page);
  await submit(dialog);
  await expect(toast(page, "Please fill in all required fields")).toBeVisible();
  await expect(dialog.getByRole("group", { name: "Check 4 fields" })).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await dialog.getByRole("link", { name: "Enter your full name" }).click();
  await expect(dialog.getByLabel("Full name")).toBeFocused();
  await expect(dialog.getByLabel("Full name")).toHaveAccessibleDescription("Enter your full name");
  await page.keyboard.press("Escape");
  await expect(page).not.toHaveTitle(/Error/);
});

test("sending is announced step by step, and focus goes from the button to the receipt", async ({
  page,
}) => {
  await page.goto("/");
  const form = inlineForm(page);
  await fillRequired(form);
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/rest/v1/**", async (route) => {
    await released;
    await route.continue();
  });
  await page.route("**/rest/v1/**", (route) => route.abort(), { times: 1 });
  const progress = form.getByRole("status");
  await submit(form);
  await expect(form.getByRole("button", { name: "Submitting..." })).toBeDisabled();
  await expect(progress).toContainText("Trying again…");
  await expect(progress).toBeFocused();
  release();
  await expect(toast(page, /have been submitted/)).toBeVisible();
  await expect(form.getByRole("heading", { name: "Request received" })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(form.getByLabel("Full name")).toBeFocused();
});

test("a failure is announced and focused", async ({ page }) => {
  await page.route("**/rest/v1/**", (route) => route.fulfill({ status: 400, json: {} }));
  await page.goto("/");
  const form = inlineForm(page);
  await fillRequired(form);
  await submit(form);
  await expect(toast(page, "Failed to submit form. Please try again.")).toBeVisible();
  await expect(form.locator(":focus")).toContainText("Your request has not been sent");
});

test("a toast covers no focused field, and can be reached and closed", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto("/");
  const form = inlineForm(page);
  await fillRequired(form);
  await form.getByLabel("Company").fill("");
  await submit(form);
  const message = toast(page, "Please fill in all required fields");
  await expect(message).toBeVisible();
  await expect(form.getByLabel("Company")).toBeFocused();
  await expect.poll(async () => (await focused(page)).seen).toBe(true);
  await page.getByRole("button", { name: "Dismiss notification" }).focus();
  await page.keyboard.press("Enter");
  await expect(message).toBeHidden();
});

for (const script of [true, false]) {
  test.describe(script ? "with script" : "without script", () => {
    test.use({ javaScriptEnabled: script });

    test("keys scroll the dialog as soon as it is open, and Tab goes to its first field", async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto("/");
      const dialog = await openDialog(page);
      await expect(dialog.getByLabel("Full name")).toBeInViewport();
      await page.keyboard.press("End");
      await expect(dialog.getByLabel("Full name")).not.toBeInViewport();
      await expect(dialog.getByRole("button", { name: "Submit request" })).toBeInViewport();
      await page.keyboard.press("Tab");
      await expect(dialog.getByLabel("Full name")).toBeFocused();
    });
  });
}

test("screen readers and find-in-page reach every card before it is scrolled to", async ({
  page,
}) => {
  await page.goto("/");
  const tree = await page.locator("#data-showcase").ariaSnapshot();
  for (const title of ["Quality First", "Hardware Agnostic", "Fast Turnaround"]) {
    expect(tree).toContain(`heading "${title}"`);
  }
  const isFound = await page.evaluate(() =>
    (window as never as { find(text: string): boolean }).find("Thousands of demonstrations"),
  );
  expect(isFound).toBe(true);
});

test("every picture has dimensions and alternative text, and there is one banner", async ({
  page,
}) => {
  await page.goto("/");
  for (const img of await page.locator("img").all()) {
    for (const name of ["alt", "width", "height"]) await expect(img).toHaveAttribute(name, /./);
  }
  await openDialog(page);
  await expect(page.getByRole("banner")).toHaveCount(1);
});
