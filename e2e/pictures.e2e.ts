import type { Page } from "@playwright/test";

import { expect, test } from "./support/site.ts";
import { WINDOWS } from "./support/states.ts";

// Chromium itself reports failed requests.
test.use({ expectedErrors: [/ERR_FAILED|status of 404/] });

// Above 1920 px pictures may be enlarged slightly: larger files are not worth it for so
// few windows.
for (const { width, height } of WINDOWS) {
  const maximum = width > 1920 ? 1.25 : 1;
  for (const density of width > 1440 ? [1] : width < 768 ? [1, 2, 3] : [1, 2]) {
    test(`at ${width}x${height}, ${density}x, no picture is enlarged beyond ${maximum}`, async ({
      browser,
      baseURL,
    }) => {
      const page = await browser.newPage({
        viewport: { width, height },
        deviceScaleFactor: density,
        reducedMotion: "reduce",
        baseURL: baseURL ?? "",
      });
      await page.goto("/");
      const enlarged = await page.evaluate(measureEnlargement);
      expect(enlarged).toHaveLength(5);
      for (const { picture, scale } of enlarged) {
        expect(scale, picture).toBeLessThanOrEqual(maximum + 0.002);
      }
      await page.close();
    });
  }
}

/** In the page: device pixels that each picture covers, divided by its own pixels. */
async function measureEnlargement(): Promise<Array<{ picture: string; scale: number }>> {
  return Promise.all(
    [...document.images].map(async (img) => {
      img.loading = "eager";
      await img.decode();
      const encoded = new Image();
      encoded.src = img.currentSrc;
      await encoded.decode();
      const across = img.offsetWidth / encoded.naturalWidth;
      const down = img.offsetHeight / encoded.naturalHeight;
      const cover = getComputedStyle(img).objectFit !== "contain";
      const scale = devicePixelRatio * (cover ? Math.max(across, down) : Math.min(across, down));
      return { picture: img.currentSrc, scale };
    }),
  );
}

const LAZY = "img:not([fetchpriority])";

const fetched = (page: Page) =>
  page
    .locator(LAZY)
    .evaluateAll((all: HTMLImageElement[]) =>
      all.map((img) => img.complete && img.naturalWidth > 0),
    );

const SIGNS: Record<string, (page: Page) => Promise<unknown>> = {
  "a pointer that moves": (page) => page.mouse.move(300, 300),
  "a turn of the wheel": (page) => page.mouse.wheel(0, 40),
  "a touch": (page) => page.touchscreen.tap(20, 500),
  "a key": (page) => page.keyboard.press("ArrowDown"),
};

test.describe("pictures below the first screen", () => {
  test.use({ hasTouch: true });

  for (const [name, act] of Object.entries(SIGNS)) {
    test(`are fetched at ${name}`, async ({ page }) => {
      await page.goto("/", { waitUntil: "networkidle" });
      await act(page);
      await expect.poll(async () => (await fetched(page))[0]).toBe(true);
    });
  }

  test("that are in a tall window at load are fetched at once", async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 2400 });
    await page.goto("/");
    await expect.poll(async () => (await fetched(page))[0]).toBe(true);
  });

  test("are fetched when the page is reloaded beside them", async ({ page }) => {
    await page.goto("/#showcase");
    await expect.poll(async () => (await fetched(page))[3]).toBe(true);
    await page.reload();
    await expect.poll(async () => (await fetched(page))[3]).toBe(true);
  });
});

for (const width of [320, 390, 768, 1440]) {
  test(`at ${width} px pictures that fail leave the page as wide as the window`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 844 });
    await page.route("**/*.{avif,webp}", (route) => route.abort());
    await page.goto("/");
    for (const img of await page.locator("img").all()) {
      await img.scrollIntoViewIfNeeded();
      await expect(img).toHaveJSProperty("complete", true);
      await expect(img).toHaveAttribute("alt", /./);
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBeLessThanOrEqual(0);
  });
}

for (const path of ["/", "/nowhere"]) {
  for (const width of [1440, 1728, 1920, 2560, 3840]) {
    test(`at ${width} px the line of ${path} is whole and ends inside its frame`, async ({
      page,
    }) => {
      await page.setViewportSize({ width, height: Math.round((width * 9) / 16) });
      await page.emulateMedia({ reducedMotion: "reduce" });
      await page.goto(path);
      const lines = await page
        .locator(".trajectory:not(.hero-trajectory), .not-found-arm .drawing-path")
        .evaluateAll((all) =>
          all
            .filter((svg) => svg.checkVisibility({ visibilityProperty: true }))
            .map((svg) => {
              const line = svg.querySelector("path") as SVGPathElement;
              const frame = (
                svg.closest("section, main, footer") as Element
              ).getBoundingClientRect();
              const ends = [0, line.getTotalLength()].map((at) =>
                line.getPointAtLength(at).matrixTransform(line.getScreenCTM() ?? undefined),
              );
              return {
                name: svg.getAttribute("class"),
                dashes: getComputedStyle(line).strokeDasharray,
                inside: ends.every(
                  ({ x, y }) =>
                    x > frame.left - 1 && x < frame.right + 1 && y > frame.top && y < frame.bottom,
                ),
              };
            }),
        );
      expect(lines.length).toBeGreaterThan(0);
      for (const line of lines) expect(line).toMatchObject({ dashes: "none", inside: true });
    });
  }
}
