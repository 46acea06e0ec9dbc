import { beforeEach, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { stackCards } from "./stack.ts";

let stage: HTMLElement;
let list: HTMLElement;
const current = () => document.querySelector("li[aria-current=true]")?.id;

beforeEach(async () => {
  await page.viewport(1000, 800);
  // One window height, then a list three windows high, then two more window heights.
  document.body.innerHTML = `
    <div style="height: 100vh"></div>
    <div style="height: 300vh; position: relative">
      <a href="#second">Second</a>
      <ol style="height: 300vh; position: absolute; inset: 0; margin: 0">
        <li id="first"><div data-fit><p style="margin: 0">Text</p></div></li>
        <li id="second"><div></div></li>
        <li id="third"><div></div></li>
      </ol>
    </div>
    <div style="height: 200vh"></div>`;
  document.body.style.margin = "0";
  list = document.querySelector("ol") as HTMLElement;
  stage = list.parentElement as HTMLElement;
  window.scrollTo(0, 0);
});

/** The card after scrolling an 800 px high window to `top`; none before the first one is shown. */
const positions = [
  [239, undefined],
  // A tenth of the region is visible.
  [240, "first"],
  [800 + 0.33 * 1600 - 1, "first"],
  [800 + 0.33 * 1600, "second"],
  [800 + 0.66 * 1600 - 1, "second"],
  [800 + 0.66 * 1600, "third"],
  [4000, "third"],
] as const;

test("shows the card for its scroll position after any jump", async () => {
  stackCards(list);
  const back = positions.toReversed();
  const acrossTheRegion = positions.flatMap((one, at) => [one, positions.at(-at - 1) ?? one]);
  for (const [top, card] of [...positions, ...back, ...acrossTheRegion]) {
    window.scrollTo(0, top);
    await vi.waitFor(() => expect(current()).toBe(card));
  }
});

test("shows a fourth card after three quarters", async () => {
  list.insertAdjacentHTML("beforeend", `<li id="fourth"><div></div></li>`);
  stackCards(list);
  window.scrollTo(0, 800 + 0.75 * 1600 - 1);
  await vi.waitFor(() => expect(current()).toBe("third"));
  window.scrollTo(0, 800 + 0.75 * 1600);
  await vi.waitFor(() => expect(current()).toBe("fourth"));
});

test("marks the link to the current card", async () => {
  const link = stage.querySelector("a") as HTMLElement;
  stackCards(list);
  expect(link.ariaCurrent).toBe(null);
  window.scrollTo(0, 800 + 0.5 * 1600);
  await vi.waitFor(() => expect(link.ariaCurrent).toBe("true"));
});

test("has no stage while its text does not fit into the window", async () => {
  const box = stage.querySelector("[data-fit]") as HTMLElement;
  box.style.height = "100vh";
  const paragraph = box.firstElementChild as HTMLElement;
  stackCards(list);
  expect(stage.dataset["stage"]).toBe("");
  paragraph.style.height = "120vh";
  await vi.waitFor(() => expect(stage.dataset["stage"]).toBeUndefined());
  paragraph.style.height = "";
  await vi.waitFor(() => expect(stage.dataset["stage"]).toBe(""));
});
