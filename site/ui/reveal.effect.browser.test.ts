import { beforeEach, describe, expect, test, vi } from "vitest";
import { page } from "vitest/browser";

import { nextFrames } from "../../test-support/next-frames.ts";
import { reveal } from "./reveal.effect.ts";

let element: HTMLElement;

beforeEach(async () => {
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

describe("an element that is revealed", () => {
  test("is hidden below the viewport, fades in when a tenth is visible, and stays", async () => {
    reveal(element);
    await vi.waitFor(() => expect(element.dataset["reveal"]).toBe("waiting"));
    window.scrollTo(0, 250);
    await vi.waitFor(() => expect(element.dataset["reveal"]).toBe("shown"));
    window.scrollTo(0, 0);
    await nextFrames();
    expect(element.dataset["reveal"]).toBe("shown");
  });

  test("is never hidden if it is in view at first", async () => {
    window.scrollTo(0, 700);
    reveal(element);
    await nextFrames();
    expect(element.dataset["reveal"]).toBeUndefined();
  });
});
