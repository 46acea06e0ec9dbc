import type { Page } from "@playwright/test";
import sharp from "sharp";

import { expect, test } from "./support/site.ts";
import { WINDOWS } from "./support/states.ts";

for (const { width, height } of WINDOWS) {
  test(`at ${width}x${height} the hero's line comes from outside and ends in the gripper, its points clear of machines and text`, async ({
    page,
  }) => {
    await openStill(page, width, height);
    const drawn = await page.evaluate(() => {
      const drawing = document.querySelector<SVGSVGElement>(".hero-trajectory");
      const [line, dots] = [...(drawing?.children ?? [])] as [SVGPathElement, SVGPathElement];
      const img = document.querySelector(".hero-picture img") as HTMLImageElement;
      const copy = new OffscreenCanvas(img.naturalWidth, img.naturalHeight).getContext("2d");
      copy?.drawImage(img, 0, 0);
      const brightness = (x: number, y: number) => {
        const scale = img.naturalWidth / (drawing?.viewBox.baseVal.width ?? NaN);
        const at = copy?.getImageData(Math.round(x * scale), Math.round(y * scale), 1, 1).data;
        return at?.[3] ? Math.min(...at.slice(0, 3)) : 255;
      };
      const onScreen = ({ x, y }: { x: number; y: number }) =>
        new DOMPoint(x, y).matrixTransform(line.getScreenCTM() ?? undefined);
      const end = line.getPointAtLength(line.getTotalLength());
      const texts = [...document.querySelectorAll(".hero-text > *")].map((text) => {
        const range = document.createRange();
        range.selectNodeContents(text);
        return range.getBoundingClientRect();
      });
      const points = [...(dots.getAttribute("d") ?? "").matchAll(/M(\S+) (\d+)/g)].map(
        ([, x, y]) => ({ x: Number(x), y: Number(y) }),
      );
      const around = (distance: number) => [
        [0, 0],
        [distance, 0],
        [-distance, 0],
        [0, distance],
        [0, -distance],
      ];
      return {
        points: points.length,
        fromOutside: onScreen(line.getPointAtLength(0)).x <= 0,
        // Its tips are dark and narrow.
        inGripper:
          brightness(end.x, end.y) < 120 &&
          [-40, 40].every((dx) => brightness(end.x + dx, end.y) > 240),
        onMachines: points
          .slice(0, -1)
          .filter(({ x, y }) =>
            around(16).some(([dx = 0, dy = 0]) => brightness(x + dx, y + dy) < 240),
          ).length,
        onText: points
          .map(onScreen)
          .filter(({ x, y }) =>
            around(8).some(([dx = 0, dy = 0]) =>
              texts.some(
                ({ left, right, top, bottom }) =>
                  x + dx > left && x + dx < right && y + dy > top && y + dy < bottom,
              ),
            ),
          ).length,
      };
    });
    expect(drawn).toEqual({
      points: 8,
      fromOutside: true,
      inGripper: true,
      onMachines: 0,
      onText: 0,
    });
  });
}

const TWO_COLUMNS = [
  [1024, 768],
  [1280, 720],
  [1366, 768],
  [1440, 900],
  [1920, 1080],
  [2560, 1440],
] as const;

for (const [width, height] of TWO_COLUMNS) {
  test(`at ${width}x${height} the hero's line is clear of the button`, async ({ page }) => {
    await openStill(page, width, height);
    const covered = await page.evaluate(() => {
      const line = document.querySelector(".hero-trajectory path") as SVGPathElement;
      const { left, right, top, bottom } = (
        document.querySelector(".hero .button") as Element
      ).getBoundingClientRect();
      const points = Array.from({ length: 200 }, (_, at) =>
        line
          .getPointAtLength((line.getTotalLength() * at) / 199)
          .matrixTransform(line.getScreenCTM() ?? undefined),
      );
      return points.filter(({ x, y }) => x > left && x < right && y > top && y < bottom).length;
    });
    expect(covered).toBe(0);
  });
}

for (const [width, height] of [[390, 844], [768, 1024], ...TWO_COLUMNS] as const) {
  test(`at ${width}x${height} the hero's line passes behind the post`, async ({ page }) => {
    await openStill(page, width, height);
    const { beside, behind } = await page.evaluate(() => {
      const line = document.querySelector(".hero-trajectory path") as SVGPathElement;
      const length = line.getTotalLength();
      const points = Array.from({ length: 4_000 }, (_, at) =>
        line.getPointAtLength((length * at) / 3_999),
      );
      const gap = points.findIndex((point, at) => point.x - (points[at - 1] ?? point).x > 20);
      const [from, to] = [points[gap - 1], points[gap]] as [DOMPoint, DOMPoint];
      const onScreen = (point: DOMPoint) => {
        const { x, y } = point.matrixTransform(line.getScreenCTM() ?? undefined);
        return { x: Math.round(x), y: Math.round(y) };
      };
      const gapWidth = to.x - from.x;
      return {
        beside: [
          new DOMPoint(from.x - 0.4 * gapWidth, from.y),
          new DOMPoint(to.x + 0.4 * gapWidth, to.y),
        ].map(onScreen),
        behind: [0.2, 0.35, 0.5, 0.65, 0.8]
          .map((share) => new DOMPoint(from.x + share * gapWidth, from.y + share * (to.y - from.y)))
          .map(onScreen),
      };
    });
    const { data, info } = await sharp(await page.screenshot())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const colours = (all: { x: number; y: number }[]) =>
      all.map(({ x, y }) => [
        ...data.subarray((y * info.width + x) * info.channels).subarray(0, 3),
      ]);
    // The post is grey, the page nearly white.
    for (const [red = 0, , blue = 0] of colours(behind)) {
      expect(Math.abs(red - blue)).toBeLessThan(30);
      expect(blue).toBeLessThan(225);
    }
    for (const [, , blue] of colours(beside)) expect(blue).toBeGreaterThan(225);
  });
}

for (const [width, height] of [
  [1280, 640],
  [1366, 650],
  [1366, 768],
  [1536, 730],
  [1920, 940],
  [3440, 1300],
] as const) {
  test(`at ${width}x${height} nothing of the hero's line is left below the bar at the next section`, async ({
    page,
  }) => {
    await openStill(page, width, height);
    await page.locator("#data-showcase").evaluate((section) => section.scrollIntoView());
    await expect(page.locator(".nav-bar[data-scrolled]")).toBeVisible();
    const { line, bar } = await page.evaluate(() => ({
      line: (document.querySelector(".hero-trajectory path") as Element).getBoundingClientRect(),
      bar: (document.querySelector(".nav-bar") as Element).getBoundingClientRect(),
    }));
    // Half of a point on it.
    expect(line.bottom + 5).toBeLessThan(bar.bottom);
  });
}

/** Opens the page with its trajectory drawn and the picture at rest. */
async function openStill(page: Page, width: number, height: number): Promise<void> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("/");
  // It is loaded, but decoded asynchronously.
  await page.locator(".hero-picture img").evaluate((img: HTMLImageElement) => img.decode());
}
