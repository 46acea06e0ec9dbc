import type { Page } from "@playwright/test";

import { SITE } from "../site/site.ts";
import { expect, test } from "./support/site.ts";
import { inlineForm, openDialog, submit, toast } from "./support/visitor.ts";

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

test("each control is visible when it gets focus, not under the bar", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  await expect(page.locator("form")).toHaveCount(2);
  const stops: string[] = [];
  for (let stop = 0; stop < 30; stop += 1) {
    await page.keyboard.press("Tab");
    const { name, seen } = await focused(page);
    expect(seen, `stop ${stop}: ${name}`).toBe(true);
    stops.push(name);
    if (name === "Submit request") break;
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

test("the dialog traps keyboard focus", async ({ page }) => {
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
});

test("a toast covers no focused field, and can be reached and closed", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 500 });
  await page.goto("/");
  const form = inlineForm(page);
  await form.getByLabel("Full name").fill("Ada");
  await form.getByLabel("Email").fill("ada@example.org");
  await form.getByLabel("Phone", { exact: true }).fill("1");
  await submit(form);
  const message = toast(page, "Please fill in all required fields");
  await expect(message).toBeVisible();
  await expect(form.getByLabel("Company")).toBeFocused();
  await expect.poll(async () => (await focused(page)).seen).toBe(true);
  const close = page.getByRole("button", { name: "Dismiss notification" });
  await close.focus();
  await page.keyboard.press("Enter");
  await expect(message).toBeHidden();
});

test("at 400 % zoom nothing is cut off and nothing scrolls sideways", async ({ page }) => {
  // A window of 1280 by 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("/");
  for (const name of ["Quality First", "Hardware Agnostic", "Fast Turnaround"]) {
    const card = page.locator("#data-showcase article", { hasText: name });
    await card.scrollIntoViewIfNeeded();
    await expect(card).toBeVisible();
  }
  const dialog = await openDialog(page);
  await submit(dialog);
  const sideways = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("dialog[open]")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...sideways)).toBeLessThanOrEqual(0);
});

test("with wide text spacing nothing is cut off", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  // The content security policy forbids style elements, not styles set by script.
  await page.evaluate(() => {
    for (const element of document.querySelectorAll<HTMLElement>("body *")) {
      element.style.lineHeight = "1.5";
      element.style.letterSpacing = "0.12em";
      element.style.wordSpacing = "0.16em";
    }
  });
  const cut = await page.evaluate(() =>
    [...document.querySelectorAll("h1, h2, h3, h4, p, label, button, a, legend, dd")]
      .filter((element) => element.checkVisibility())
      .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent),
  );
  expect(cut).toEqual([]);
});

test("standalone controls are at least 44 by 44 px", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto("/");
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "header a, header button, main button, label.field-tile, select, input",
      ),
    ]
      .filter((element) => element.checkVisibility() && !element.closest(".request-form-honeypot"))
      .filter((element) => !(element instanceof HTMLInputElement && element.type === "checkbox"))
      .map((element) => ({ element, box: element.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 44 || box.height < 44)
      .map(({ element }) => element.outerHTML),
  );
  expect(small).toEqual([]);
});
