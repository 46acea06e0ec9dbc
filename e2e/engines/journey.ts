import { expect } from "@playwright/test";

import type { DataRequirement } from "../../domain/data-requirement.ts";
import { definitionOf, FIELDS } from "../../domain/fields.ts";
import { explainProblems } from "../../domain/messages.ts";
import { SUCCESS } from "../../domain/reply-promise.ts";
import { startSite, storedFrom, type SiteServer } from "../../test-support/site-server.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

const BAR = "header";
const DIALOG = "dialog:modal";
const INLINE = "#inline-form";
/** A provider may have deleted this section. */
const SHOWCASE = "#data-showcase";
const OPENER = "main [commandfor=request-dialog]";

/** Contains only ASCII, because drivers differ in how they type other characters. */
const REQUIREMENT = { ...FULL_REQUIREMENT, additional_hardware: "Two custom arms\nand a tripod" };

/** The operations that every driver supports. */
export type Tab = {
  goto: (url: string) => Promise<unknown>;
  reload: () => Promise<unknown>;
  resize: (width: number, height: number) => Promise<unknown>;
  /** Runs a self-contained function in the page. */
  run: <Result, Argument = undefined>(
    inPage: (argument: Argument) => Result | Promise<Result>,
    argument?: Argument,
  ) => Promise<Result>;
  click: (point: { x: number; y: number }) => Promise<unknown>;
  type: (text: string) => Promise<unknown>;
  pressEscape: () => Promise<unknown>;
};

/** Covers behaviour that differs between engines: dialogs, sticky cards, scrolling, reloads, images, failed fetches. */
export async function lookAroundAndAskForData(tab: Tab): Promise<void> {
  const site = await startSite();
  try {
    await lookAround(tab, site);
    await sendRequests(tab, site);
  } finally {
    await site.stop();
  }
}

async function lookAround(tab: Tab, site: SiteServer): Promise<void> {
  await tab.resize(1280, 800);
  await tab.goto(`${site.origin}/nowhere`);
  await expectText(tab, "Oops! Page not found");
  await clickOn(tab, "main div > a");
  await expectTopAt(tab, "#hero", 0);
  await expectComplete(tab);
  await expectBarToFollowScrolling(tab);
  if (await tab.run(isVisible, SHOWCASE)) await expectCardsToShowAtTheirSteps(tab);
  await useMenuOfNarrowWindow(tab);
}

async function sendRequests(tab: Tab, site: SiteServer): Promise<void> {
  const inline = { ...REQUIREMENT, email: "inline@example.org" };
  await keepTypedTextOnReload(tab, inline.company);
  await fillIn(tab, INLINE, inline);
  await clickOn(tab, `${INLINE} [type=submit]`);
  await expectText(tab, SUCCESS);
  await eventually(() => valueOf(tab, `${INLINE} [name=company]`), "");
  expect(storedFrom(site, inline)).toMatchObject([inline]);

  const dialog = { ...REQUIREMENT, email: "dialog@example.org" };
  await openAndCloseDialog(tab);
  await sendFromDialog(tab, dialog);
  expect(storedFrom(site, dialog)).toMatchObject([dialog]);

  await fillIn(tab, INLINE, inline);
  await site.kill();
  await clickOn(tab, `${INLINE} [type=submit]`);
  await expectText(tab, "Connection error");
  expect(await valueOf(tab, `${INLINE} [name=company]`)).toBe(inline.company);
}

async function expectComplete(tab: Tab): Promise<void> {
  const readContent = async () => {
    for (const picture of document.images) picture.loading = "eager";
    await document.fonts.ready;
    return {
      missingPictures: [...document.images].filter((one) => !one.complete || !one.naturalWidth)
        .length,
      isTooWide: document.documentElement.scrollWidth > document.documentElement.clientWidth,
      hasTypeface: [...document.fonts].some(({ status }) => status === "loaded"),
    };
  };
  const complete = { missingPictures: 0, isTooWide: false, hasTypeface: true };
  await eventually(() => tab.run(readContent), complete);
}

async function expectBarToFollowScrolling(tab: Tab): Promise<void> {
  const readBar = (selector: string) => {
    const bar = document.querySelector(selector) ?? document.body;
    const { position, backgroundColor, boxShadow } = getComputedStyle(bar);
    return { position, backgroundColor, hasShadow: boxShadow !== "none" };
  };
  const atTop = { position: "fixed", backgroundColor: "rgba(0, 0, 0, 0)", hasShadow: false };
  const translucentWhite = expect.stringMatching(/^rgba\(255, 255, 255, 0?\.\d+\)$/);
  await eventually(() => tab.run(readBar, BAR), atTop);
  await scrollPageTo(tab, 11);
  const scrolled = { position: "fixed", backgroundColor: translucentWhite, hasShadow: true };
  await eventually(() => tab.run(readBar, BAR), scrolled);

  await clickOn(tab, `${BAR} a[href="#details"]`);
  await expectTopAt(tab, "#details", 80);
  await clickOn(tab, `${BAR} nav a[href="#top"]`);
  await eventually(() => tab.run(() => window.scrollY), 0);
  await eventually(() => tab.run(readBar, BAR), atTop);
}

async function expectCardsToShowAtTheirSteps(tab: Tab): Promise<void> {
  /** Scrolls the region that is three viewports tall, and returns the indexes of the card headings that are visible. */
  const readAt = ([selector, progress]: [string, number]) => {
    const showcase = document.querySelector(selector);
    const parts = [showcase, ...(showcase?.querySelectorAll("*") ?? [])];
    const region = parts.find((part) => Math.abs((part?.clientHeight ?? 0) - 3 * innerHeight) < 2);
    const top = scrollY + (region?.getBoundingClientRect().top ?? NaN);
    scrollTo({ top: top + progress * 2 * innerHeight, behavior: "instant" });
    const headings = [...(showcase?.querySelectorAll("h3") ?? [])];
    return headings.flatMap((heading, index) => {
      const box = heading.getBoundingClientRect();
      const seen = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return heading.contains(seen) ? [index] : [];
    });
  };
  const atSteps = [
    [0.1, 0],
    [0.6, 1],
    [0.95, 2],
    [0.1, 0],
  ] as const;
  for (const [progress, card] of atSteps) {
    await eventually(() => tab.run(readAt, [SHOWCASE, progress] as [string, number]), [card]);
  }
}

async function useMenuOfNarrowWindow(tab: Tab): Promise<void> {
  const isLocked = () =>
    [document.documentElement, document.body].some(
      (one) => getComputedStyle(one).overflowY === "hidden",
    );
  await tab.resize(480, 800);
  await scrollPageTo(tab, 1500);
  await clickOn(tab, `${BAR} button`, "menu");
  await eventually(() => tab.run(isLocked), true);
  await clickOn(tab, `${DIALOG} nav a:not([href="#top"])`);
  await eventually(() => tab.run(isLocked), false);
  await expectTopAt(tab, ":target", 100);
  await tab.run(() => history.back());
  await eventually(() => tab.run(() => Math.round(window.scrollY)), 1500);
  await tab.resize(1280, 800);
}

async function keepTypedTextOnReload(tab: Tab, company: string): Promise<void> {
  await typeInto(tab, `${INLINE} [name=company]`, company);
  await tab.reload();
  await tab.run((form) => document.querySelector(form)?.scrollIntoView(), INLINE);
  await eventually(() => valueOf(tab, `${INLINE} [name=company]`), company);
}

async function openAndCloseDialog(tab: Tab): Promise<void> {
  const isOpen = () => tab.run(isVisible, DIALOG);
  await clickOn(tab, OPENER);
  await eventually(isOpen, true);
  await tab.pressEscape();
  await eventually(isOpen, false);
  await clickOn(tab, OPENER);
  await clickOn(tab, `${DIALOG} button`, "Close");
  await eventually(isOpen, false);
  await clickOn(tab, OPENER);
  await eventually(isOpen, true);
  // Closes the dialog, and opens it again while the browser goes back.
  await tab.pressEscape();
  await tab.type("\n");
  await eventually(isOpen, true);
  await tab.run(() => history.back());
  await eventually(isOpen, false);
}

async function sendFromDialog(tab: Tab, requirement: DataRequirement): Promise<void> {
  await clickOn(tab, OPENER);
  await fillIn(tab, DIALOG, { ...requirement, phone: "" });
  await clickOn(tab, `${DIALOG} [type=submit]`);
  await expectText(tab, explainProblems([{ field: "phone", kind: "missing" }]));
  await typeInto(tab, `${DIALOG} [name=phone]`, requirement.phone);
  await clickOn(tab, `${DIALOG} [type=submit]`);
  await expectText(tab, SUCCESS);
  await tab.pressEscape();
  await eventually(() => tab.run(isVisible, DIALOG), false);
}

async function fillIn(tab: Tab, form: string, requirement: DataRequirement): Promise<void> {
  for (const field of FIELDS) {
    const [value, control] = [requirement[field], `${form} [name=${field}]`];
    const definition = definitionOf(field);
    if (Array.isArray(value)) {
      for (const option of value) await clickOn(tab, `${form} label`, option);
    } else if (definition.control === "select") {
      const option = definition.options.find((one) => one.value === value);
      await choose(tab, control, option?.label ?? "", value);
    } else if (value && (await valueOf(tab, control)) !== value) {
      await typeInto(tab, control, value);
    }
  }
}

async function clickOn(tab: Tab, selector: string, name = ""): Promise<void> {
  await expect(async () => {
    const point = await tab.run(findPoint, [selector, name]);
    expect(point, `"${name}" in ${selector} is visible, still and uncovered`).not.toBeNull();
    await tab.click(point!);
  }).toPass();
}

/** Clicks first, because a script can focus an element before the browser or the page moves the focus once more. */
async function typeInto(tab: Tab, selector: string, text: string): Promise<void> {
  await clickOn(tab, selector);
  await eventually(
    () => tab.run((one) => !!document.querySelector(`${one}:focus`), selector),
    true,
  );
  await tab.type(text);
  await eventually(() => valueOf(tab, selector), text);
}

/** Types the label up to its first character that is not ASCII. A click would open a list, which drivers handle differently. */
async function choose(tab: Tab, selector: string, label: string, value: string | null) {
  const [prefix = ""] = /^[ -~]*/.exec(label) ?? [];
  const type = async () => {
    await tab.run((one) => document.querySelector<HTMLElement>(one)?.focus(), selector);
    await tab.type(prefix);
    return valueOf(tab, selector);
  };
  await eventually(type, value);
}

/**
 * Returns the centre of the named control once it is in the viewport, not animating and not covered. Returns null if
 * it moves within two frames, because a click would miss a control that scrolls.
 */
async function findPoint([selector, name]: [string, string]) {
  const control = [...document.querySelectorAll(selector)].find(
    (one) =>
      one.checkVisibility() &&
      (one.ariaLabel ?? one.textContent).toLowerCase().includes(name.toLowerCase()),
  );
  const isMoving = document.getAnimations().some(({ effect, playState }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === "running" && target?.contains(control ?? null);
  });
  if (!control || isMoving) return null;
  const readCentre = () => {
    const { left, top, width, height } = control.getBoundingClientRect();
    return { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  };
  const before = readCentre();
  for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
  const point = readCentre();
  if (point.x !== before.x || point.y !== before.y) return null;
  if (control.contains(document.elementFromPoint(point.x, point.y))) return point;
  control.scrollIntoView({ block: "center", behavior: "instant" });
  return null;
}

function isVisible(selector: string): boolean {
  return document.querySelector(selector)?.checkVisibility() ?? false;
}

function scrollPageTo(tab: Tab, y: number): Promise<void> {
  return tab.run((top: number) => window.scrollTo({ top, behavior: "instant" }), y);
}

/** Allows for 1 px, because browsers may scroll to whole pixels. */
function expectTopAt(tab: Tab, selector: string, y: number): Promise<void> {
  const read = (one: string) => document.querySelector(one)?.getBoundingClientRect().top ?? NaN;
  return eventually(async () => Math.abs((await tab.run(read, selector)) - y) <= 1, true);
}

function valueOf(tab: Tab, selector: string): Promise<string | undefined> {
  return tab.run((one: string) => document.querySelector<HTMLInputElement>(one)?.value, selector);
}

function expectText(tab: Tab, text: string): Promise<void> {
  return eventually(() => tab.run((part) => document.body.innerText.includes(part), text), true);
}

/** Also retries after exceptions, because drivers throw while a page unloads. */
async function eventually(read: () => Promise<unknown>, expected: unknown): Promise<void> {
  await expect(async () => expect(await read()).toEqual(expected)).toPass();
}
