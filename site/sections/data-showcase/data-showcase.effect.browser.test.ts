import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { setCardStep } from "./data-showcase.effect.ts";

const region = () => document.querySelector("section") as HTMLElement;
const step = () => region().style.getPropertyValue("--step");
const current = () => document.querySelector("a[aria-current=true]")?.textContent;

beforeEach(async () => {
  await page.viewport(1000, 800);
  // The region is three viewports high. One viewport is above it, and two are below it.
  document.body.innerHTML = `
    <div style="height: 100vh"></div>
    <section style="height: 300vh">
      <a href="#first">First</a>
      <a href="#second">Second</a>
      <a href="#third">Third</a>
    </section>
    <div style="height: 200vh"></div>`;
  document.body.style.margin = "0";
  window.scrollTo(0, 0);
  setCardStep(region());
});

/** Each row contains a scroll position, its step and its current link, for a viewport that is 800 px high. */
const positions = [
  [239, "-1", undefined],
  [240, "0", "First"],
  [800 + 0.33 * 1600 - 1, "0", "First"],
  [800 + 0.33 * 1600, "1", "Second"],
  [800 + 0.66 * 1600 - 1, "1", "Second"],
  [800 + 0.66 * 1600, "2", "Third"],
  [4000, "2", "Third"],
] as const;

test("after any jump, the step is that of the scroll position, and the link to its card is current", async () => {
  const back = positions.toReversed();
  const acrossTheRegion = positions.flatMap((one, at) => [one, positions.at(-at - 1) ?? one]);
  for (const [top, expected, link] of [...positions, ...back, ...acrossTheRegion]) {
    window.scrollTo(0, top);
    await vi.waitFor(() => expect([step(), current()]).toEqual([expected, link]));
  }
});
