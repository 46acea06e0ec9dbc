import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { parallax } from "./parallax.ts";
import { reveal } from "./reveal.ts";
import { markScrolled } from "./mark-scrolled.ts";
import { scrollSteps } from "./scroll-steps.ts";
import { tilt } from "./tilt.ts";

const undoing: Array<() => void> = [];
let element: HTMLElement;

beforeEach(async () => {
  await page.viewport(1000, 800);
  // A window's height, the element in three, two more below.
  document.body.innerHTML = `
    <div style="height: 100vh"></div>
    <div id="region" style="height: 300vh; position: relative"><div><div><p style="margin: 0">A stage</p></div></div></div>
    <div style="height: 200vh"></div>`;
  document.body.style.margin = "0";
  element = document.querySelector<HTMLElement>("#region") as HTMLElement;
  window.scrollTo(0, 0);
});

afterEach(() => {
  for (const undo of undoing.splice(0)) undo();
});

describe("the bar", () => {
  test("is scrolled past 10 px, not at 10", async () => {
    undoing.push(markScrolled(element));
    window.scrollTo(0, 11);
    await vi.waitFor(() => expect(element.dataset["scrolled"]).toBe(""));
    window.scrollTo(0, 10);
    await vi.waitFor(() => expect(element.dataset["scrolled"]).toBeUndefined());
  });

  test("stops when undone", async () => {
    markScrolled(element)();
    window.scrollTo(0, 500);
    await frames();
    expect(element.dataset["scrolled"]).toBeUndefined();
  });
});

test("parallax moves down by a tenth of the scroll, and back once undone", async () => {
  const translation = () => getComputedStyle(element).translate;
  const undo = parallax(element);
  window.scrollTo(0, 400);
  await vi.waitFor(() => expect(translation()).toBe("0px 40px"));
  undo();
  expect(translation()).toBe("none");
});

describe("the showcase", () => {
  // Progress: the distance of the region's top above the window's, in two window heights.
  const scrollThrough = (progress: number) =>
    window.scrollTo(0, innerHeight + progress * 2 * innerHeight);

  test("shows its first card from a tenth of the region on", async () => {
    undoing.push(scrollSteps(element));
    for (const [top, shown] of [
      [239, false],
      [240, true],
      [5000, true],
      [239, false],
    ] as const) {
      window.scrollTo(0, top);
      await vi.waitFor(() => expect("visible" in element.dataset).toBe(shown));
    }
  });

  test.each([
    [0.32, "0"],
    [0.33, "1"],
    [0.65, "1"],
    [0.66, "2"],
    [1, "2"],
  ])("at progress %f is at step %s", async (progress, step) => {
    undoing.push(scrollSteps(element));
    scrollThrough(progress);
    await vi.waitFor(() => expect(element.dataset["step"]).toBe(step));
  });

  test.each([561, 768, 1001])("steps to the pixel in a window %d px high", async (height) => {
    await page.viewport(1000, height);
    undoing.push(scrollSteps(element));
    for (const [step, threshold] of [0.33, 0.66].entries()) {
      const first = Math.ceil(height + threshold * 2 * height);
      window.scrollTo(0, first);
      await vi.waitFor(() => expect(element.dataset["step"]).toBe(String(step + 1)));
      window.scrollTo(0, first - 1);
      await vi.waitFor(() => expect(element.dataset["step"]).toBe(String(step)));
    }
  });

  test("is at the step of its position after any jump", async () => {
    undoing.push(scrollSteps(element));
    for (const [progress, step] of [
      [0.34, "1"],
      [0.67, "2"],
      [0.1, "0"],
      [9, "2"],
      [-0.5, "0"],
      [9, "2"],
      [0.5, "1"],
      [-0.5, "0"],
    ] as const) {
      scrollThrough(progress);
      await vi.waitFor(() => expect(element.dataset["step"]).toBe(step));
    }
  });

  test("has no steps where its text does not fit into the window", async () => {
    const text = element.querySelector("p")?.parentElement as HTMLElement;
    text.style.height = "100vh";
    undoing.push(scrollSteps(element));
    await vi.waitFor(() => expect(element.dataset["step"]).toBe("0"));
    (text.firstElementChild as HTMLElement).style.height = "120vh";
    await vi.waitFor(() => expect(element.dataset["step"]).toBeUndefined());
    // A window that holds it.
    (text.firstElementChild as HTMLElement).style.height = "";
    await page.viewport(1001, 800);
    await vi.waitFor(() => expect(element.dataset["step"]).toBe("0"));
  });
});

test("the showcase's stage is measured where it is one, not before", async () => {
  const text = element.querySelector("p")?.parentElement as HTMLElement;
  text.style.height = "100vh";
  const style = document.createElement("style");
  style.textContent = "#region:not([data-step]) p { height: 120vh }";
  document.body.append(style);
  undoing.push(scrollSteps(element));
  await vi.waitFor(() => expect(element.dataset["painted"]).toBe(""));
  await frames();
  expect(element.dataset["step"]).toBe("0");
});

describe("reveal", () => {
  test("is hidden below the window, shown at a tenth, and stays shown", async () => {
    undoing.push(reveal(element));
    await vi.waitFor(() => expect(element.dataset["reveal"]).toBe("waiting"));
    window.scrollTo(0, 250);
    await vi.waitFor(() => expect(element.dataset["reveal"]).toBe("shown"));
    window.scrollTo(0, 0);
    await frames();
    expect(element.dataset["reveal"]).toBe("shown");
  });

  test("is shown where a busy page learns of its start and of a jump to it at once", () => {
    // Two frames with an observation each, before the first is delivered.
    const Observer = window.IntersectionObserver;
    let deliver: IntersectionObserverCallback = () => {};
    window.IntersectionObserver = class extends Observer {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super(() => {}, options);
        deliver = callback;
      }
    };
    undoing.push(reveal(element));
    window.IntersectionObserver = Observer;
    const observation = (top: number, intersectionRatio: number) =>
      ({ boundingClientRect: { top }, intersectionRatio }) as IntersectionObserverEntry;
    deliver([observation(800, 0), observation(100, 0.5)], undefined as never);
    expect(element.dataset["reveal"]).toBe("shown");
  });

  test("is never hidden when it is in view already", async () => {
    window.scrollTo(0, 700);
    undoing.push(reveal(element));
    await frames();
    expect(element.dataset["reveal"]).toBeUndefined();
  });
});

describe("the tilt", () => {
  const point = (clientX: number, clientY: number) =>
    element.dispatchEvent(
      new PointerEvent("pointermove", { pointerType: "mouse", clientX, clientY }),
    );
  const turn = () => element.style.getPropertyValue("--tilt-y");

  test("faces the mouse and resets when it leaves", async () => {
    undoing.push(tilt(element));
    point(1000, 800);
    await vi.waitFor(() => expect(turn()).toBe("4.00deg"));
    element.dispatchEvent(new PointerEvent("pointerleave"));
    expect(turn()).toBe("0.00deg");
  });

  test("is off below 768 px, and on again from there up", async () => {
    await page.viewport(767, 800);
    undoing.push(tilt(element));
    point(767, 800);
    await frames();
    expect(turn()).toBe("");
    await page.viewport(768, 800);
    await vi.waitFor(() => {
      point(768, 800);
      expect(turn()).toBe("4.00deg");
    });
  });
});

/** Three frames, after which the effects of a scroll or an observer have happened. */
async function frames(): Promise<void> {
  for (let count = 0; count < 3; count += 1) {
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
    });
  }
}
