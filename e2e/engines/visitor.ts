import { expect, vi } from "vitest";

import type { Tab } from "./webkit.ts";

/** Where a control is, as a selector, and its accessible name. */
export type Control = [within: string, name: string];

/** A point of the viewport, in CSS pixels. */
type Point = { x: number; y: number };

/** Presses the mouse button at one point and releases it at another, or at the same. */
export async function press({ mouse }: Tab, from: Point, to = from): Promise<void> {
  await mouse.move(from.x, from.y);
  await mouse.down();
  await mouse.move(to.x, to.y);
  await mouse.up();
}

/** Clicks on the middle of a control, once it is in view, has stopped moving and is not covered. */
export async function clickOn(tab: Tab, [within, name]: Control): Promise<void> {
  let last: string | undefined;
  const point = await vi.waitFor(
    async () => {
      const found = await tab.evaluate(findPoint, within, name);
      if (typeof found === "string") throw new Error(found);
      const isStill = last === (last = JSON.stringify(found));
      if (!isStill) throw new Error(`"${name}" in ${within} is moving.`);
      return found;
    },
    { timeout: 15_000, interval: 50 },
  );
  await press(tab, point);
}

/** Clicks into a field and types after its text. */
export async function typeInto(tab: Tab, field: Control, text: string): Promise<void> {
  await clickOn(tab, field);
  await tab.keyboard.type(text);
}

/** Resizes the window, and waits until the page has that size. */
export async function resizeTo(tab: Tab, width: number, height: number): Promise<void> {
  await tab.setViewport({ width, height });
  await expect.poll(() => tab.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
}

/** In the page: the middle of a control, or why it cannot be clicked. */
function findPoint(within: string, name: string): Point | string {
  const all = `${within} :is(a, button, input, select, textarea)`;
  const found = [...document.querySelectorAll<HTMLInputElement>(all)].filter((one) => {
    const label = one.ariaLabel ?? (one.labels?.[0] ?? one).textContent;
    return label?.trim() === name && one.checkVisibility();
  });
  const [control] = found;
  if (!control || found.length > 1) return `${found.length} controls "${name}" in ${within}.`;
  // Under load two looks can fall into one frame of a transition.
  const isMoving = document.getAnimations().some(({ effect, playState }) => {
    const target = effect instanceof KeyframeEffect ? effect.target : null;
    return playState === "running" && target?.contains(control);
  });
  if (isMoving) return `"${name}" in ${within} is moving.`;
  const { left, top, width, height } = control.getBoundingClientRect();
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const hit = document.elementFromPoint(point.x, point.y);
  if (control.contains(hit)) return point;
  control.scrollIntoView({ block: "center", behavior: "instant" });
  return `"${name}" in ${within} is covered by ${hit?.outerHTML.slice(0, 80) ?? "the window's edge"}.`;
}

/** In the page: the state of the first element that matches, in CSS pixels. */
export function readElement(selector: string) {
  const found = document.querySelectorAll<HTMLInputElement>(selector);
  const element = found[0] ?? document.createElement("input");
  const { left, top, height } = element.getBoundingClientRect();
  const { position, backgroundColor, boxShadow, translate } = getComputedStyle(element);
  const descriptions = element.getAttribute("aria-describedby")?.split(" ") ?? [];
  return {
    count: found.length,
    visible: element.checkVisibility({ opacityProperty: true, visibilityProperty: true }),
    left,
    top: Math.round(top),
    height,
    style: { position, backgroundColor, boxShadow, translate },
    text: element.textContent,
    value: element.value ?? null,
    description: descriptions.map((id) => document.getElementById(id)?.textContent).join(" "),
  };
}

/** In the page: its own state, and what has focus, by label, id or text. */
export function readPage() {
  const active = document.activeElement;
  return {
    path: location.pathname,
    scrollY: window.scrollY,
    locked: getComputedStyle(document.documentElement).overflowY === "hidden",
    hasHistoryState: history.state !== null,
    focused: active?.ariaLabel || active?.id || active?.textContent || "",
  };
}
