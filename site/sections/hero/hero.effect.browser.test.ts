import { beforeEach, describe, expect, test, vi } from "vitest";
import { cdp, page } from "vitest/browser";

import { nextFrames } from "../../../test-support/next-frames.ts";
import { markDecoded, parallax, tilt } from "./hero.effect.ts";

let element: HTMLElement;

beforeEach(async () => {
  await setTextSize(16);
  await page.viewport(1000, 800);
  // The element is three viewports high. One viewport is above it, and two are below it.
  document.body.innerHTML = `
    <div style="height: 100vh"></div>
    <div id="region" style="height: 300vh"></div>
    <div style="height: 200vh"></div>`;
  document.body.style.margin = "0";
  element = document.querySelector<HTMLElement>("#region") as HTMLElement;
  window.scrollTo(0, 0);
});

test("when the page scrolls, the parallax moves down by a tenth of it", async () => {
  parallax(element);
  window.scrollTo(0, 400);
  await vi.waitFor(() => expect(getComputedStyle(element).translate).toBe("0px 40px"));
});

test("when its image has decoded, an element is marked", async () => {
  element.innerHTML =
    '<img src="data:image/gif;base64,R0lGODlhAQABAAAAACH5BAEKAAEALAAAAAABAAEAAAICTAEAOw==">';
  markDecoded(element);
  await vi.waitFor(() => expect(element.dataset["decoded"]).toBe(""));
});

describe("the tilt", () => {
  const point = (clientX: number, clientY: number) =>
    element.dispatchEvent(
      new PointerEvent("pointermove", { pointerType: "mouse", clientX, clientY }),
    );
  const turn = () => element.style.getPropertyValue("--tilt");

  test("faces the mouse while it is over the element, and rests when it leaves", async () => {
    tilt(element);
    point(1000, 800);
    await vi.waitFor(() => expect(turn()).toContain("rotateY(4.00deg)"));
    element.dispatchEvent(new PointerEvent("pointerleave"));
    expect(turn()).toBe("");
  });

  test.each([16, 20])(
    "is off below 768 px, and on again from 768 px up, with text of %i px",
    async (text) => {
      await setTextSize(text);
      await page.viewport(767, 800);
      tilt(element);
      point(767, 800);
      await nextFrames();
      expect(turn()).toBe("");
      await page.viewport(768, 800);
      await vi.waitFor(() => {
        point(768, 800);
        expect(turn()).toContain("rotateY(4.00deg)");
      });
    },
  );
});

/** Sets the visitor's default text size, as in the browser's settings. The initial one is 16 px. */
async function setTextSize(standard: number): Promise<void> {
  await cdp().send("Page.setFontSizes", { fontSizes: { standard } });
}
