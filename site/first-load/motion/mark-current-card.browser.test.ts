import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { markCurrentCard } from "./mark-current-card.ts";

const current = () => document.querySelector("li[aria-current=true]")?.id;

beforeEach(async () => {
  await page.viewport(1000, 800);
  // One window height, then a region three windows high, then two more window heights.
  document.body.innerHTML = `
    <div style="height: 100vh"></div>
    <section style="height: 300vh">
      <a href="#first">First</a>
      <a href="#second">Second</a>
      <a href="#third">Third</a>
      <ol style="margin: 0">
        <li id="first"><article></article></li>
        <li id="second"><article></article></li>
        <li id="third"><article></article></li>
      </ol>
    </section>
    <div style="height: 200vh"></div>`;
  document.body.style.margin = "0";
  window.scrollTo(0, 0);
  markCurrentCard(document.querySelector("section") as HTMLElement);
});

/** The card after scrolling an 800 px high window to `top`; none before the first one is shown. */
const positions = [
  [239, undefined],
  [240, "first"],
  [800 + 0.33 * 1600 - 1, "first"],
  [800 + 0.33 * 1600, "second"],
  [800 + 0.66 * 1600 - 1, "second"],
  [800 + 0.66 * 1600, "third"],
  [4000, "third"],
] as const;

test("after any jump, the card for the scroll position is current", async () => {
  const back = positions.toReversed();
  const acrossTheRegion = positions.flatMap((one, at) => [one, positions.at(-at - 1) ?? one]);
  for (const [top, card] of [...positions, ...back, ...acrossTheRegion]) {
    window.scrollTo(0, top);
    await vi.waitFor(() => expect(current()).toBe(card));
  }
});

test("once a card is current, so is the link to it", async () => {
  const link = document.querySelector("[href='#second']") as HTMLElement;
  expect(link.ariaCurrent).toBe(null);
  window.scrollTo(0, 800 + 0.5 * 1600);
  await vi.waitFor(() => expect(link.ariaCurrent).toBe("true"));
});
