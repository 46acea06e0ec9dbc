/** What holds in every window. Composition is judged by looking: `npm run screenshots`. */
import type { Page } from "@playwright/test";

import { ADA } from "../test-support/valid-requirement.ts";
import { expect, test } from "./support/site.ts";
import { fillRequired, inlineForm, openDialog, submit, toast } from "./support/visitor.ts";

const PHONE = { width: 390, height: 844 };
const LAPTOP = { width: 1440, height: 900 };

const TEXT = {
  "as it is": "",
  "at 200 %": "html { font-size: 200% }",
  // WCAG 1.4.12
  "with wide spacing": `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`,
};
const PLACES: Record<string, (page: Page) => Promise<unknown>> = {
  "the page": (page) => page.goto("/"),
  "the dialog with errors": async (page) => {
    await page.goto("/");
    await submit(await openDialog(page));
    await page.getByRole("group", { name: "Check 4 fields" }).waitFor();
  },
  "the 404 page": (page) => page.goto("/nowhere"),
};

test.describe("from 320 to 2560 px nothing is wider than the window and no text is cut", () => {
  // Chromium itself reports the status of the document.
  test.use({ expectedErrors: [/status of 404/] });

  for (const [place, open] of Object.entries(PLACES)) {
    for (const [name, style] of Object.entries(TEXT)) {
      test(`${place}, text ${name}`, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await open(page);
        await page.evaluate((css) => {
          // As from a visitor's own style sheet: the page's policy allows no other.
          const sheet = new CSSStyleSheet();
          sheet.replaceSync(css);
          document.adoptedStyleSheets.push(sheet);
        }, style);
        for (const width of [320, 390, 768, 1024, 1440, 2560]) {
          await page.setViewportSize({ width, height: width < 768 ? 844 : 900 });
          await expect.poll(() => page.evaluate(findCut), `${width} px`).toEqual([]);
        }
      });
    }
  }
});

/** In the page: what is wider than the window, and texts of which a part cannot be seen. */
function findCut(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const cut = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement as Element;
    const isShown = element.checkVisibility({ opacityProperty: true, visibilityProperty: true });
    // A drawing is as a picture.
    if (!isShown || element.closest("svg") || !texts.currentNode.textContent?.trim()) continue;
    range.selectNodeContents(texts.currentNode);
    const text = range.getBoundingClientRect();
    if (text.left < -1 || text.right > innerWidth + 1) cut.push(element.outerHTML);
    for (let frame: Element | null = element; frame; frame = frame.parentElement) {
      const box = frame.getBoundingClientRect();
      // For screen readers only.
      if (box.width <= 1) break;
      const { overflowX, overflowY } = getComputedStyle(frame);
      const isCut =
        (/hidden|clip/.test(overflowX) &&
          (text.left < box.left - 1 || text.right > box.right + 1)) ||
        (/hidden|clip/.test(overflowY) && (text.top < box.top - 1 || text.bottom > box.bottom + 1));
      if (isCut && frame !== document.body && frame !== document.documentElement) {
        cut.push(element.outerHTML);
      }
      if (getComputedStyle(frame).position === "fixed") break;
    }
  }
  return cut;
}

test("at 400 % zoom nothing scrolls sideways, and every card can be reached", async ({ page }) => {
  // A window of 1280 by 1024 at 400 %.
  await page.setViewportSize({ width: 320, height: 256 });
  await page.goto("/");
  for (const name of ["Quality First", "Hardware Agnostic", "Fast Turnaround"]) {
    const card = page.locator("#data-showcase article", { hasText: name });
    await card.scrollIntoViewIfNeeded();
    await expect(card).toBeVisible();
  }
  await submit(await openDialog(page));
  const sideways = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("dialog[open]")].map(
      ({ scrollWidth, clientWidth }) => scrollWidth - clientWidth,
    ),
  );
  expect(Math.max(...sideways)).toBeLessThanOrEqual(0);
});

test("standalone controls are at least 44 by 44 px", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/");
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        "header a, header button, main button, label.field-tile, select, input",
      ),
    ]
      .filter((element) => element.checkVisibility() && !element.closest(".request-form-honeypot"))
      .filter((element) => !(element instanceof HTMLInputElement && element.type === "checkbox"))
      .filter((element) => {
        const { width, height } = element.getBoundingClientRect();
        return width < 44 || height < 44;
      })
      .map(({ outerHTML }) => outerHTML),
  );
  expect(small).toEqual([]);
});

for (const viewport of [PHONE, LAPTOP]) {
  test.describe(`at ${viewport.width} px`, () => {
    test.use({ viewport });

    for (const [where, formOf] of [
      ["the page", async (page: Page) => inlineForm(page)],
      ["the dialog", openDialog],
    ] as const) {
      test(`in ${where} a toast covers no field, action or outcome of its form`, async ({
        page,
      }) => {
        await page.emulateMedia({ reducedMotion: "reduce" });
        await page.goto("/");
        const form = await formOf(page);
        await submit(form);
        await expect(form.getByRole("group", { name: "Check 4 fields" })).toBeFocused();
        await expect(toast(page, "Please fill in all required fields")).toBeVisible();
        expect(await coveredByToast(page, "h3, h4, a, button, [aria-invalid]")).toEqual([]);
        await fillRequired(form, { ...ADA, email: "ada" });
        await submit(form);
        await expect(form.getByLabel("Email")).toBeFocused();
        await expect(form.getByLabel("Email")).toBeInViewport({ ratio: 1 });
        expect(await coveredByToast(page, "a, button, [aria-invalid]")).toEqual([]);
        await fillRequired(form);
        await submit(form);
        await expect(toast(page, /have been submitted/)).toBeVisible();
        await expect(form.getByRole("heading", { name: "Request received" })).toBeInViewport();
        await expect(form.getByRole("button", { name: "Send another request" })).toBeInViewport();
        expect(await coveredByToast(page, "h2, h3, h4, a, button, dl")).toEqual([]);
      });
    }
  });
}

/** What matches `selector` and would be seen where a toast is. */
function coveredByToast(page: Page, selector: string): Promise<string[]> {
  const toasts = page.getByRole("status", { name: "Notifications" }).getByRole("paragraph");
  return toasts.first().evaluate((message, important) => {
    // The toast's own frame and button.
    const over = message.parentElement as Element;
    const { left, right, top, bottom } = over.getBoundingClientRect();
    const front =
      document.querySelector("dialog[open]") ??
      document.querySelector("#details form") ??
      document.body;
    return [...front.querySelectorAll(important)]
      .filter((one) => !over.contains(one) && !one.closest("header, dialog:not([open])"))
      .filter((one) => one.checkVisibility())
      .filter((one) => {
        const rect = one.getBoundingClientRect();
        // What the dialog's content has scrolled out of its view is not there to be covered.
        const view = one.closest(".request-dialog-scroller")?.getBoundingClientRect() ?? rect;
        return (
          rect.left < right &&
          rect.right > left &&
          Math.max(rect.top, view.top) < bottom &&
          Math.min(rect.bottom, view.bottom) > top
        );
      })
      .map(({ outerHTML }) => outerHTML);
  }, selector);
}

test("the first letter in an invalid field moves nothing", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  const form = inlineForm(page);
  await submit(form);
  await expect(form.getByRole("group", { name: "Check 4 fields" })).toBeFocused();
  const tops = () =>
    form
      .locator("label, legend, input, textarea, select")
      .evaluateAll((all) => all.map((element) => element.getBoundingClientRect().top));
  for (const label of ["Company", "Phone"]) {
    const field = form.getByLabel(label, { exact: true });
    await field.focus();
    const before = await tops();
    await field.pressSequentially("a");
    await expect(field).not.toHaveAttribute("aria-invalid");
    expect(await tops()).toEqual(before);
  }
});

test("an open dialog neither moves nor resizes the page below it", async ({ page }) => {
  await page.goto("/#showcase");
  const positions = () =>
    page.locator("main > section, footer").evaluateAll((all) =>
      all.map((part) => {
        const { top, height } = part.getBoundingClientRect();
        return [Math.round(top), Math.round(height)];
      }),
    );
  const before = await positions();
  const dialog = page.locator("#request-dialog");
  await dialog.evaluate((element: HTMLDialogElement) => element.showModal());
  await expect(dialog).toBeVisible();
  expect(await positions()).toEqual(before);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  expect(await positions()).toEqual(before);
});

test.describe("the first load", () => {
  test("moves nothing, is under 80 KiB, and fetches pictures below it once one scrolls", async ({
    page,
  }) => {
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as never)["value"]);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.setViewportSize(PHONE);
    let bytes = 0;
    page.on("requestfinished", async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      bytes += responseBodySize + responseHeadersSize;
    });
    await page.goto("/", { waitUntil: "networkidle" });
    expect(await page.evaluate("shifts")).toEqual([]);
    expect(bytes / 1024).toBeLessThan(80);
    const below = page.locator("img:not([fetchpriority])");
    const fetched = () =>
      below.evaluateAll((all: HTMLImageElement[]) => all.map((img) => img.naturalWidth > 0));
    expect(await fetched()).not.toContain(true);
    await page.mouse.wheel(0, 40);
    await page.locator("#showcase").scrollIntoViewIfNeeded();
    await expect.poll(async () => (await fetched()).at(-1)).toBe(true);
  });
});

test("on paper every card and feature keeps to one page, and nothing is pale", async ({ page }) => {
  await page.goto("/");
  await page.emulateMedia({ media: "print" });
  const printed = await page.evaluate(() => ({
    breakable: [...document.querySelectorAll("main li")].filter(
      (item) => getComputedStyle(item).breakInside !== "avoid",
    ).length,
    translucent: [...document.querySelectorAll("main *")].filter(
      (part) => part.checkVisibility() && getComputedStyle(part).opacity !== "1",
    ).length,
  }));
  expect(printed).toEqual({ breakable: 0, translucent: 0 });
});

test("with forced colours the dialog has a border", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.goto("/");
  const dialog = await openDialog(page);
  await expect(dialog).toHaveCSS("border-top-style", "solid");
  await expect(dialog).toHaveCSS("border-top-width", "1px");
});
