import { testAccessibility } from "../test-support/e2e/axe.ts";
import { expect, test } from "../test-support/e2e/site.ts";
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

const FORM = "#inline-form, [aria-label=Notifications]";

testAccessibility(1440, { top: "header, main" });
// Checks the whole page, because in the second state its islands are hydrated and its header is white.
testAccessibility(1440, { errors: FORM, filled: "html", failure: FORM, success: FORM });
testAccessibility(1440, { submitting: FORM });
testAccessibility(1440, { "dialog-errors": "dialog", "dialog-success": "dialog" });
testAccessibility(1440, { 404: "html" });
// These states have a different layout on phones.
testAccessibility(390, { filled: "html" });
testAccessibility(390, { menu: "#menu", "dialog-errors": "dialog" });

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
  await expect(form.locator(":focus")).toContainText("Request sent");
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
