import { expect, type Locator, type Page } from "@playwright/test";

import type { DataRequirement } from "../../domain/data-requirement.ts";
import { definitionOf, REQUIRED_FIELDS, type FieldName, type SCHEMA } from "../../domain/fields.ts";
import { MAIN_ACTION } from "../../site/attributes.ts";
import { labelOf } from "../label-of.ts";
import { ADA } from "../valid-requirement.ts";

export async function openPage(page: Page): Promise<Locator> {
  await page.goto("/");
  return inlineForm(page);
}

export function inlineForm(page: Page): Locator {
  return page.locator("#inline-form");
}

export async function openDialog(page: Page, opener = heroButton(page)): Promise<Locator> {
  await opener.click();
  const dialog = requestDialog(page);
  await expect(dialog).toBeVisible();
  return dialog;
}

export function requestDialog(page: Page): Locator {
  return page.locator("#request-dialog");
}

export function heroButton(page: Page): Locator {
  return page.locator(`[${MAIN_ACTION}]`);
}

/** Returns the button in a part of the page that opens the dialog. */
export function requestButton(part: Locator): Locator {
  return part.locator("[commandfor=request-dialog]");
}

/** Returns a visible link to a URL, because its label belongs to the page's copy. */
export function linkTo(part: Locator, url: string): Locator {
  return part.locator(`a[href="${url}"]`).filter({ visible: true });
}

/** Returns the link to a part of the page that is neither its top nor the form. */
export function partLink(header: Locator): Locator {
  return header.locator('nav a[href^="#"]:not([href="#top"], [href="#details"])');
}

export function submitButton(form: Locator): Locator {
  return form.locator("[type=submit]");
}

export function formTitle(form: Locator): Locator {
  return form.locator("[id$=-form-title]");
}

export function field(form: Locator, name: FieldName): Locator {
  return form.getByLabel(labelOf(name), { exact: true });
}

export function hardware(
  form: Locator,
  option: (typeof SCHEMA.hardware_setup.options)[number],
): Locator {
  return form.getByLabel(option, { exact: true });
}

/** Expects that all required fields are missing, and that the first of them has focus. */
export async function expectAllMissing(form: Locator): Promise<void> {
  for (const name of REQUIRED_FIELDS) {
    await expect(field(form, name)).toHaveAttribute("aria-invalid", "true");
  }
  await expect(field(form, REQUIRED_FIELDS[0] as FieldName)).toBeFocused();
}

export async function fillRequired(form: Locator, person = ADA): Promise<void> {
  for (const name of REQUIRED_FIELDS) await fillIn(form, name, person[name]);
}

export async function fillIn(
  form: Locator,
  name: FieldName,
  value: DataRequirement[FieldName],
): Promise<void> {
  if (Array.isArray(value)) {
    for (const option of value) await form.getByLabel(option, { exact: true }).check();
  } else if (definitionOf(name).control === "select") await field(form, name).selectOption(value);
  else await field(form, name).fill(value ?? "");
}

/** Waits for hydration, then submits. */
export async function submit(form: Locator): Promise<void> {
  await expectLive(form);
  await submitNatively(form);
}

export async function submitNatively(form: Locator): Promise<void> {
  await submitButton(form).click();
}

export async function fillAndSubmitNatively(form: Locator, person = ADA): Promise<void> {
  await fillRequired(form, person);
  await submitNatively(form);
}

export async function boxOf(element: Locator) {
  await expect(element).toBeVisible();
  return (await element.boundingBox()) as { x: number; y: number; width: number; height: number };
}

/** Sets the visitor's default text size, as in the browser's settings. The initial one is 16 px. */
export async function setTextSize(page: Page, standard: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Page.setFontSizes", { fontSizes: { standard } });
}

/** Allows for 2 px, because browsers round scroll positions. */
export async function expectTopAt(element: Locator, y: number): Promise<void> {
  const distance = () => element.evaluate((it, to) => it.getBoundingClientRect().top - to, y);
  await expect.poll(async () => Math.abs(await distance()), OFTEN).toBeLessThanOrEqual(2);
}

export async function fillAndSubmit(form: Locator, person = ADA): Promise<void> {
  await fillRequired(form, person);
  await submit(form);
}

export function toast(page: Page, text: string | RegExp): Locator {
  return page.getByRole("status", { name: "Notifications" }).getByText(text, { exact: true });
}

export async function expectStored(page: Page): Promise<void> {
  await expect(toast(page, /have been submitted/)).toBeVisible();
}

/** Waits until React has hydrated the form, which sets `noValidate`. Scrolling near the form starts hydration. */
export async function expectLive(form: Locator): Promise<void> {
  const button = submitButton(form);
  await button.scrollIntoViewIfNeeded();
  const isLive = () => button.evaluate(({ form: owner }: HTMLButtonElement) => owner?.noValidate);
  await expect.poll(isLive, OFTEN).toBe(true);
}

/** Delays HTTP requests to matching URLs until the returned function is called, and each then by `delayMs`. */
export async function hold(page: Page, urls: string, delayMs = 0): Promise<() => void> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route(urls, async (route) => {
    await released;
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    await route.continue();
  });
  return release;
}

/** Opens the page without waiting for its scripts, as visitors do. */
export async function openEarly(page: Page, path = "/"): Promise<void> {
  await page.goto(path, { waitUntil: "commit" });
}

/** In the fallback font a few lines break elsewhere, so that the sections below are a line lower or higher. */
export async function waitForFonts(page: Page): Promise<void> {
  await page.getByRole("contentinfo").waitFor();
  await page.evaluate(() => document.fonts.ready.then(() => {}));
}

/** Delays all scripts, as slow networks do. */
export async function delayScripts(page: Page, delayMs: number): Promise<void> {
  const release = await hold(page, SCRIPTS, delayMs);
  release();
}

/**
 * Hydrates both forms without scrolling or moving focus, because the entry script hydrates all islands at a Tab. Repeats
 * the event, because the entry script of a page that has just been opened may not be listening yet.
 */
export async function hydrateForms(page: Page): Promise<void> {
  const pressTab = () => {
    dispatchEvent(new KeyboardEvent("keydown", { key: "Tab" }));
    return [...document.forms].every(({ noValidate }) => noValidate);
  };
  await expect.poll(() => page.evaluate(pressTab), OFTEN).toBe(true);
}

/** Call before the page loads. */
export async function recordScrolling(page: Page) {
  await page.addInitScript(() => {
    const positions: number[] = [];
    addEventListener("scroll", () => positions.push(Math.round(scrollY)));
    Object.assign(window, { positions });
  });
  type Recording = { positions: number[] };
  return {
    restart: () =>
      page.evaluate(() => {
        const { positions } = window as unknown as Recording;
        positions.splice(0, Infinity, Math.round(scrollY));
      }),
    positions: () => page.evaluate(() => (window as unknown as Recording).positions),
  };
}

/** Expects the page to have scrolled in one direction only, or not at all. */
export function expectOneScrollDirection(positions: number[]): void {
  const isDown = (positions.at(-1) ?? 0) > (positions[0] ?? 0);
  expect(positions).toEqual(positions.toSorted((a, b) => (isDown ? a - b : b - a)));
}

/** By default, polling slows down to once a second. */
export const OFTEN = { intervals: [50] };

export const SCRIPTS = "**/assets/*.js";
export const PAGE_SCRIPT = "**/assets/index-*.js";
export const FORM_SCRIPT = "**/assets/RequestForm-*.js";
export const INSERT = "**/rest/v1/**";
