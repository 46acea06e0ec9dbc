import { chromium, type Locator, type Page } from "@playwright/test";

import { expect, test } from "../test-support/e2e/site.ts";
import {
  boxOf,
  expectAllMissing,
  expectLive,
  field,
  fillAndSubmit,
  fillRequired,
  heroButton,
  hold,
  INSERT,
  openDialog,
  openPage,
  setTextSize,
  submit,
  submitButton,
  toast,
} from "../test-support/e2e/visitor.ts";
import { ADA } from "../test-support/valid-requirement.ts";
import { browserOptions } from "../tools/browser-options.ts";

const PHONE = { width: 390, height: 844 };
const SMALL_PHONE = { width: 320, height: 568 };
const LAPTOP = { width: 1440, height: 900 };

/** The first viewport is that of a laptop at 400 % zoom. */
const VIEWPORTS = [{ width: 320, height: 256 }, SMALL_PHONE, PHONE, LAPTOP];

const PLACES: Record<string, (page: Page) => Promise<unknown>> = {
  "the page and its dialog with errors": async (page) => {
    await openPage(page);
    const dialog = await openDialog(page);
    await submit(dialog);
    await expectAllMissing(dialog);
  },
  "the 404 page": (page) => page.goto("/nowhere"),
};

test.describe(() => {
  test.use({ expectedErrors: [/status of 404/] });

  for (const [place, open] of Object.entries(PLACES)) {
    test(`on a phone, on a laptop and at 400 % zoom nothing in ${place} overflows the viewport`, async ({
      page,
    }) => {
      await open(page);
      for (const size of VIEWPORTS) {
        await page.setViewportSize(size);
        await expect.poll(() => page.evaluate(findTooWide), `${size.width} px`).toEqual([]);
      }
    });
  }
});

/** Returns visible text that overflows the viewport horizontally. */
function findTooWide(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement;
  const tooWide = scrollWidth > clientWidth ? [`the page is ${scrollWidth} px wide`] : [];
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement as Element;
    const isShown = element.checkVisibility({ visibilityProperty: true });
    // Images may be cropped, so text in an SVG may overflow.
    if (!isShown || element.closest("svg") || !texts.currentNode.textContent?.trim()) continue;
    range.selectNodeContents(texts.currentNode);
    const { left, right } = range.getBoundingClientRect();
    if (left < -1 || right > innerWidth + 1) tooWide.push(element.outerHTML);
  }
  return tooWide;
}

test("on a phone standalone controls are at least 44 by 44 px", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await openPage(page);
  const controls = page
    .locator("header, main")
    .locator("a:visible, button:visible, label:has(input):visible, select:visible")
    .or(page.locator("#inline-form input:not([type=checkbox]):not([name=leave_empty])"));
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

/** Not the dialog of a small phone, where the toast's row leaves no space for the last button. */
for (const [viewport, place] of [
  [SMALL_PHONE, "page"],
  [PHONE, "dialog"],
  [LAPTOP, "page"],
] as const) {
  test(`at ${viewport.width} px a toast covers no outcome in the ${place}`, async ({
    page,
    person,
  }) => {
    await page.setViewportSize(viewport);
    const inline = await openPage(page);
    const form = place === "page" ? inline : await openDialog(page);
    await submit(form);
    await expectAllMissing(form);
    await expectUncovered(page, field(form, "full_name"));
    await fillAndSubmit(form, { ...person, email: "ada" });
    await expect(field(form, "email")).toBeFocused();
    await expectUncovered(page, field(form, "email"));
    await fillAndSubmit(form, person);
    await expectUncovered(page, form.getByText("Request sent"));
    await expectUncovered(page, form.getByRole("button", { name: "Copy" }));
    await expectUncovered(page, form.getByRole("button", { name: "Send another request" }));
  });
}

test("on a phone with text of 200 % a toast does not cover the first invalid field", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await setTextSize(page, 32);
  const form = await openPage(page);
  await submit(form);
  await expectAllMissing(form);
  await expectUncovered(page, field(form, "full_name"));
});

test("at the end of the page an error toast does not cover the focused link", async ({ page }) => {
  const form = await openPage(page);
  await page.evaluate(() => {
    const link = '<a href="/privacy">Privacy</a>';
    document.querySelector("footer > div")?.insertAdjacentHTML("beforeend", link);
  });
  await submit(form);
  const link = page.getByRole("contentinfo").getByRole("link").last();
  await link.focus();
  await expectUncovered(page, link);
});

test("on a phone a toast is above a virtual keyboard, and does not cover the focused field", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  const form = await openPage(page);
  await fillRequired(form, { ...ADA, email: "ada" });
  await expectLive(form);
  await openKeyboard(page, PHONE.height - 340);
  await field(form, "email").press("Enter");
  await expectUncovered(page, field(form, "email"));
  const { y, height } = await boxOf(toast(page, /./));
  expect(y + height).toBeLessThan(PHONE.height - 340);
});

test.describe(() => {
  test.use({ expectedErrors: [/status of 400/] });

  for (const [viewport, place] of [
    [LAPTOP, "dialog"],
    [LAPTOP, "page"],
    [PHONE, "dialog"],
    [PHONE, "page"],
    [SMALL_PHONE, "dialog"],
  ] as const) {
    test(`at ${viewport.width} px, after a failure in the ${place}, each Tab stop is wholly visible`, async ({
      page,
    }) => {
      await page.setViewportSize(viewport);
      await page.route(INSERT, (route) => route.fulfill({ status: 400, json: {} }));
      const inline = await openPage(page);
      const form = place === "page" ? inline : await openDialog(page);
      await fillAndSubmit(form);
      await expect(form.locator(":focus")).toContainText("was not sent");
      for (const key of ["Shift+Tab", "Tab"]) {
        const covered: string[] = [];
        await field(form, key === "Tab" ? "full_name" : "budget_range").focus();
        const last = key === "Tab" ? submitButton(form) : field(form, "full_name");
        while (!(await last.evaluate((it) => it === document.activeElement))) {
          await page.keyboard.press(key);
          covered.push(...(await page.evaluate(findCovered)));
        }
        expect(covered, key).toEqual([]);
      }
    });
  }
});

/** Returns the focused control if a part of it is covered, or outside of the viewport. */
function findCovered(): string[] {
  const control = document.activeElement as HTMLElement;
  const { left, right, top, bottom } = control.getBoundingClientRect();
  // Not at the corners, because they are rounded.
  const isSeen = [left + 9, (left + right) / 2, right - 9].every((x) =>
    [top + 1, (top + bottom) / 2, bottom - 1].every((y) => {
      const hit = document.elementFromPoint(x, y);
      return hit !== null && control.contains(hit);
    }),
  );
  return isSeen
    ? []
    : [`${control.getAttribute("name")}, ${control.textContent || control.getAttribute("value")}`];
}

async function expectUncovered(page: Page, element: Locator): Promise<void> {
  await expect(element).toBeInViewport();
  const message = await boxOf(toast(page, /./));
  const { x, y, width, height } = await boxOf(element);
  const isBeside = x >= message.x + message.width || x + width <= message.x;
  const isAboveOrBelow = y >= message.y + message.height || y + height <= message.y;
  expect(isBeside || isAboveOrBelow).toBe(true);
}

test("on a phone the dialog leaves a margin on all sides, also above a virtual keyboard", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openPage(page);
  const dialog = await openDialog(page);
  for (const [width, height, keyboard] of [
    [390, 844, 340],
    [320, 568, 0],
  ] as const) {
    await page.setViewportSize({ width, height });
    await openKeyboard(page, height - keyboard);
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

test("on a phone the dialog's focused field stays in view when a virtual keyboard opens", async ({
  page,
}) => {
  await page.setViewportSize(PHONE);
  await openPage(page);
  const company = field(await openDialog(page), "company");
  await company.focus();
  await openKeyboard(page, PHONE.height - 340);
  await expect(company).toBeInViewport({ ratio: 1 });
});

/** Emulates a virtual keyboard, which Playwright lacks. */
async function openKeyboard(page: Page, visibleHeight: number): Promise<void> {
  await page.evaluate((visible) => {
    Object.defineProperty(visualViewport, "height", { value: visible, configurable: true });
    visualViewport?.dispatchEvent(new Event("resize"));
  }, visibleHeight);
}

/** TypeScript's DOM types lack LayoutShift. */
type LayoutShift = PerformanceEntry & { value: number };

test("at first load nothing moves, and less than 100 KiB are fetched", async ({ page }) => {
  await page.setViewportSize(PHONE);
  await page.goto("/", { waitUntil: "networkidle" });
  const { bytes, shift } = await page.evaluate(() => {
    const observer = new PerformanceObserver(() => {});
    observer.observe({ type: "layout-shift", buffered: true });
    const loads = ["navigation", "resource"].flatMap(
      (type) => performance.getEntriesByType(type) as PerformanceResourceTiming[],
    );
    return {
      bytes: loads.reduce((sum, { transferSize }) => sum + transferSize, 0),
      shift: (observer.takeRecords() as LayoutShift[]).reduce((sum, { value }) => sum + value, 0),
    };
  });
  // Not 0, because a font that loads after the first paint shifts a line by 3 px (0.00006).
  expect(shift).toBeLessThan(0.001);
  expect(bytes / 1024).toBeGreaterThan(20);
  expect(bytes / 1024).toBeLessThan(100);
});

test("beside a field with a hint, the control without one is at the same height", async ({
  page,
}) => {
  await page.setViewportSize(LAPTOP);
  const form = await openPage(page);
  const [email, phone] = [field(form, "email"), field(form, "phone")];
  await phone.evaluate((input) => {
    const hint = document.querySelector('[id$="data_amount-hint"]');
    if (hint) input.before(hint.cloneNode(true));
  });
  expect((await boxOf(email)).y).toBe((await boxOf(phone)).y);
});

for (const fonts of ["Arimo", "DejaVu"] as const) {
  for (const width of [320, 360, 1440]) {
    test(`with ${fonts}, a font that arrives late moves nothing in a first screen of ${width} px`, async ({
      site,
    }) => {
      const browser = await chromium.launch(browserOptions(fonts));
      const viewport = { width, height: 844 };
      const page = await browser.newPage({ viewport, reducedMotion: "reduce" });
      const release = await hold(page, "**/*.woff2");
      // Fonts that are loading delay the `load` event.
      await page.goto(site.origin, { waitUntil: "commit" });
      await page.locator("footer").waitFor();
      const [headline, button] = [page.locator("h1"), heroButton(page)];
      // Fixed, because a headline whose line just fits wraps differently in a font of almost the same width.
      await headline.evaluate((it) => {
        it.textContent = "Scale Your Robot Training with Custom Data Collection";
      });
      const positions = async () => [
        (await boxOf(headline)).height,
        (await boxOf(button)).y,
        (await boxOf(page.locator("main img").first())).y,
      ];
      const [height, buttonTop, pictureTop = 0] = await positions();
      release();
      await page.evaluate(() => document.fonts.load('550 1em "Instrument Sans"'));
      // The picture moves by a fraction of a pixel while it appears.
      expect(await positions()).toEqual([height, buttonTop, expect.closeTo(pictureTop, 0)]);
      await browser.close();
    });
  }
}

test("in print, content that was not scrolled to is opaque", async ({ page }) => {
  await openPage(page);
  await page.emulateMedia({ media: "print" });
  // Ignores SVG, in which shadows are allowed to be translucent.
  const translucent = await page
    .locator("main *:visible:not(svg *)")
    .evaluateAll((all) => all.filter((part) => getComputedStyle(part).opacity !== "1").length);
  expect(translucent).toBe(0);
});

test("with forced colours the dialog has a border", async ({ page }) => {
  await page.emulateMedia({ forcedColors: "active" });
  await openPage(page);
  await expect(await openDialog(page)).toHaveCSS("border-top-style", "solid");
});
