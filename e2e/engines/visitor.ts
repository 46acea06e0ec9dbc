import { expect, vi } from "vitest";

import type { Point, Tab } from "./engine.ts";

/** Where to look for a control, as a selector, and the name it goes by. */
export type Target = [within: string, name: string];

/** Busy machines are slow, not wrong. */
const PATIENCE = { timeout: 15_000, interval: 50 };

export async function clickOn(tab: Tab, target: Target): Promise<void> {
  await tab.press(await pointOf(tab, target));
}

/** Resizes the window, and waits until the page has that size. */
export async function resizeTo(tab: Tab, width: number, height: number): Promise<void> {
  await tab.resize(width, height);
  await expect.poll(() => tab.evaluate(() => [innerWidth, innerHeight])).toEqual([width, height]);
}

/** Clicks into a field and types; what stood there stays before it. */
export async function typeInto(tab: Tab, target: Target, text: string): Promise<void> {
  await clickOn(tab, target);
  await tab.type(text);
}

/** The middle of a control, once it is in view, lies still and nothing covers it. */
async function pointOf(tab: Tab, [within, name]: Target): Promise<Point> {
  let before: Point | undefined;
  return vi.waitFor(async () => {
    const point = await tab.evaluate(findPoint, within, name);
    if (typeof point === "string") throw new Error(point);
    const isStill = point.x === before?.x && point.y === before.y;
    before = point;
    if (!isStill) throw new Error(`"${name}" in ${within} does not lie still.`);
    return point;
  }, PATIENCE);
}

/** In the page: the middle of a control, or why it cannot be clicked. */
function findPoint(within: string, name: string): Point | string {
  const nameOf = (control: Element) =>
    control.getAttribute("aria-label") ??
    (("labels" in control && (control as HTMLInputElement).labels?.[0]) || control).textContent;
  const controls = document.querySelectorAll(`${within} :is(a, button, input, select, textarea)`);
  const [control, ...others] = [...controls].filter(
    (one) => nameOf(one)?.trim() === name && one.checkVisibility(),
  );
  if (!control || others.length > 0) {
    return `${others.length + Number(control !== undefined)} controls "${name}" in ${within}.`;
  }
  const { left, top, width, height } = control.getBoundingClientRect();
  const point = { x: Math.round(left + width / 2), y: Math.round(top + height / 2) };
  const hit = document.elementFromPoint(point.x, point.y);
  if (control.contains(hit)) return point;
  control.scrollIntoView({ block: "center", behavior: "instant" });
  return `"${name}" in ${within} is covered by ${hit?.outerHTML.slice(0, 80) ?? "the window's edge"}.`;
}

/** In the page: what is to be seen of an element, in CSS pixels. */
export function findElement(selector: string) {
  const element = document.querySelector<HTMLInputElement>(selector);
  const { left, top, height } = element?.getBoundingClientRect() ?? new DOMRect(-1, -1);
  const described = element?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return {
    exists: element !== null,
    visible: element?.checkVisibility({ opacityProperty: true }) ?? false,
    left,
    top: Math.round(top),
    height,
    text: element?.textContent ?? "",
    value: element?.value ?? "",
    description: described.map((id) => document.getElementById(id)?.textContent).join(" "),
  };
}

/** In the page: where it is, and what has focus, by label, id or text. */
export function findPage() {
  const active = document.activeElement;
  return {
    path: location.pathname,
    scrollY: window.scrollY,
    locked: getComputedStyle(document.documentElement).overflowY === "hidden",
    focused: active?.getAttribute("aria-label") || active?.id || active?.textContent || "",
  };
}
