/** What holds in every window. Composition is judged by looking: `npm run screenshots`. */
import type { Locator, Page } from "@playwright/test";

import { expect, test } from "../test-support/e2e/site.ts";
import {
  errorSummary,
  field,
  fillAndSubmit,
  openDialog,
  openPage,
  submit,
  toast,
} from "../test-support/e2e/visitor.ts";

const PHONE = { width: 390, height: 844 };

/** In CSS pixels: 1280 by 1024 at 400 %, a small phone, where a layout begins, and a wide screen. */
const WINDOWS = [
  { width: 320, height: 256 },
  { width: 320, height: 844 },
  ...[640, 768, 1024, 2560].map((width) => ({ width, height: 900 })),
];

const TEXT = {
  "as it is": "",
  "at 200 %": "html { font-size: 200% }",
  // WCAG 1.4.12
  "with wide spacing": `* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
    word-spacing: 0.16em !important } p { margin-bottom: 2em !important }`,
};
const PLACES: Record<string, (page: Page) => Promise<unknown>> = {
  "the page": openPage,
  "the dialog with errors": async (page) => {
    await openPage(page);
    await submit(await openDialog(page));
    await errorSummary(page).waitFor();
  },
  "the 404 page": (page) => page.goto("/nowhere"),
};

test.describe("from 320 to 2560 px nothing is wider than the window and no text is cut", () => {
  // Chromium itself reports the status of the document.
  test.use({ expectedErrors: [/status of 404/] });

  for (const [place, open] of Object.entries(PLACES)) {
    test(place, async ({ page }) => {
      await open(page);
      for (const size of WINDOWS) {
        await page.setViewportSize(size);
        for (const [name, style] of Object.entries(TEXT)) {
          await page.evaluate((css) => {
            // As from a visitor's own style sheet: the page's policy allows no other.
            const sheet = new CSSStyleSheet();
            sheet.replaceSync(css);
            document.adoptedStyleSheets = [sheet];
          }, style);
          const what = `${size.width} px, text ${name}`;
          await expect.poll(() => page.evaluate(findCut), what).toEqual([]);
        }
      }
    });
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

test("standalone controls are at least 44 by 44 px", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openPage(page);
  const controls = page
    .locator("header, main")
    .locator("a:visible, button:visible, label:has(input):visible, select:visible")
    .or(page.locator("#details input:not([type=checkbox]):not([name=leave_empty])"));
  const small = await controls.evaluateAll((all) =>
    all
      .filter((control) => {
        const { width, height } = control.getBoundingClientRect();
        return Math.min(width, height) < 44;
      })
      .map((control) => control.outerHTML),
  );
  expect(small).toEqual([]);
});

for (const viewport of [PHONE, { width: 1440, height: 900 }]) {
  for (const [where, formOf] of [
    ["the page", openPage],
    ["the dialog", async (page: Page) => openPage(page).then(() => openDialog(page))],
  ] as const) {
    test(`at ${viewport.width} px, in ${where}, toasts cover no outcome`, async ({
      page,
      person,
    }) => {
      await page.setViewportSize(viewport);
      const form = await formOf(page);
      await submit(form);
      await expect(errorSummary(form)).toBeFocused();
      await expectUncovered(page, errorSummary(form));
      await fillAndSubmit(form, { ...person, email: "ada" });
      await expect(field(form, "email")).toBeFocused();
      await expectUncovered(page, field(form, "email"));
      await fillAndSubmit(form, person);
      await expectUncovered(page, form.locator(":focus", { hasText: "Request received" }));
      await expectUncovered(page, form.getByRole("button", { name: "Submit request" }));
    });
  }
}

/** It is in view, and no toast is over it. */
async function expectUncovered(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeInViewport();
  const message = await boxOf(toast(page, /./));
  const { x, y, width, height } = await boxOf(element);
  const isBeside = x >= message.x + message.width || x + width <= message.x;
  const isAboveOrBelow = y >= message.y + message.height || y + height <= message.y;
  expect(isBeside || isAboveOrBelow).toBe(true);
}

async function boxOf(element: Locator) {
  await expect(element).toBeVisible();
  return (await element.boundingBox()) as { x: number; y: number; width: number; height: number };
}

test("at every width each text shows as many lines as it has rows", async ({ page }) => {
  const form = await openPage(page);
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    const lines = await form.locator("textarea").evaluateAll((all) =>
      (all as HTMLTextAreaElement[]).map((area) => {
        const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(area);
        const text = area.clientHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
        const shown = Math.round((10 * text) / parseFloat(lineHeight)) / 10;
        return { name: area.name, rows: area.rows, shown };
      }),
    );
    for (const { name, rows, shown } of lines) expect(shown, name).toBe(rows);
  }
});

test("on phones, also with the keyboard up, the dialog is a card with the page around it", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openPage(page);
  const dialog = await openDialog(page);
  for (const [width, height, keyboard] of [
    [390, 844, 0],
    [390, 844, 340],
    [320, 568, 0],
    [320, 420, 0],
  ] as const) {
    await page.setViewportSize({ width, height });
    // As browsers report a keyboard, which Playwright does not have.
    await page.evaluate((visible) => {
      Object.defineProperty(visualViewport, "height", { value: visible, configurable: true });
      visualViewport?.dispatchEvent(new Event("resize"));
    }, height - keyboard);
    const box = await boxOf(dialog);
    expect(box.x).toBeGreaterThanOrEqual(12);
    expect(width - box.x - box.width).toBeGreaterThanOrEqual(12);
    expect(box.y).toBeGreaterThan(12);
    expect(height - keyboard - box.y - box.height).toBeGreaterThan(12);
    for (const control of ["full_name", "timeline", "budget_range"] as const) {
      await field(dialog, control).focus();
      await expect(field(dialog, control)).toBeInViewport({ ratio: 1 });
    }
  }
});

test("the first load moves nothing and is under 100 KiB", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/", { waitUntil: "networkidle" });
  const { bytes, shifts } = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const loads = ["navigation", "resource"].flatMap(
      (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
    );
    return {
      bytes: loads.reduce((sum, { transferSize }) => sum + transferSize, 0),
      shifts: observer.takeRecords().length,
    };
  });
  expect(shifts).toBe(0);
  expect(bytes / 1024).toBeGreaterThan(20);
  expect(bytes / 1024).toBeLessThan(100);
});

test("on paper nothing is pale that has not been scrolled to", async ({ page }) => {
  await openPage(page);
  await page.emulateMedia({ media: "print" });
  const translucent = await page
    .locator("main *:visible")
    .evaluateAll((all) => all.filter((part) => getComputedStyle(part).opacity !== "1").length);
  expect(translucent).toBe(0);
});

test("for visitors who prefer reduced transparency the bar is opaque", async ({ page }) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Emulation.setEmulatedMedia", {
    features: [{ name: "prefers-reduced-transparency", value: "reduce" }],
  });
  await openPage(page);
  await page.mouse.wheel(0, 400);
  await expect(page.getByRole("banner")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  await expect(page.getByRole("banner")).toHaveCSS("backdrop-filter", "none");
});

test("with forced colours the dialog has a border", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openPage(page);
  await expect(await openDialog(page)).toHaveCSS("border-top-style", "solid");
});
