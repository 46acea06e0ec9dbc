import sharp from "sharp";

import { SITE } from "../site/site.ts";
import { expect, test } from "./support/site.ts";

for (const [width, height] of [
  [1024, 768],
  [1366, 768],
  [1440, 900],
  [2560, 1440],
] as const) {
  test(`at ${width}x${height} statement and example are whole when they are linked to`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/#specifications");
    await expect(page.locator(".specs-statement")).toBeInViewport({ ratio: 1 });
    await expect(page.locator(".demonstration-seconds")).toBeInViewport({ ratio: 1 });
  });
}

for (const width of [390, 768, 1440, 2560]) {
  test(`at ${width} px drawings begin and end at marks of their ruler, each one pixel wide`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 1440 });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    for (const card of await page.locator(".features-card").all()) {
      await card.scrollIntoViewIfNeeded();
      const drawing = await card.locator("svg").boundingBox();
      const box = await card.boundingBox();
      if (!drawing || !box) throw new Error("The card is not shown.");
      const x = Math.round(box.x);
      const strip = { x, y: Math.round(box.y) + 2, width: Math.round(box.width), height: 1 };
      const marks = await darkRuns(await page.screenshot({ clip: strip }));
      expect(marks.map((mark) => mark.length)).toEqual(Array<number>(21).fill(1));
      for (const end of [drawing.x, drawing.x + drawing.width]) {
        const away = marks.map(({ from }) => Math.abs(x + from - end));
        expect(Math.min(...away)).toBeLessThan(1.5);
      }
    }
  });
}

for (const width of [1024, 1440, 2560]) {
  test(`at ${width} px texts, cards and drawings share edges`, async ({ page }) => {
    await page.setViewportSize({ width, height: Math.round(width / 1.6) });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    const edges = await page.evaluate(() => {
      const box = (selector: string) =>
        (document.querySelector(selector) as Element).getBoundingClientRect();
      const sentence = document.querySelector(".footer-sentence") as Element;
      const baseline = document.createElement("span");
      baseline.style.display = "inline-block";
      sentence.append(baseline);
      const line = box(".footer-line");
      const dot = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) * 0.34375;
      return {
        content: box(".nav-bar-links").right,
        picture: box(".image-showcase-picture"),
        card: box(".image-showcase-card"),
        lineEnd: line.top + line.height / 10 + dot,
        sentence: baseline.getBoundingClientRect().bottom,
      };
    });
    const { picture, card } = edges;
    expect(Math.abs(picture.right - edges.content)).toBeLessThan(1);
    const above = picture.bottom - card.bottom;
    expect(Math.abs(picture.right - card.right - above)).toBeLessThan(1);
    expect(Math.abs(edges.lineEnd - edges.sentence)).toBeLessThan(2.5);
  });
}

for (const [width, height] of [
  [1440, 900],
  [1024, 600],
  [1440, 2400],
] as const) {
  test(`at ${width}x${height} what happens next is beside the form's end`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.goto("/");
    const submit = page.locator("#details [type=submit]");
    await submit.evaluate((button) => button.scrollIntoView({ block: "center" }));
    const last = page.getByText(`You get a reply within ${SITE.replyHours} hours.`);
    await expect(last).toBeInViewport();
  });
}

// Where the cup ends, in widths of the picture: to the right, and below the picture's middle.
const CUP = { right: 0.47, bottom: 0.32 };
for (const [width, height] of [
  [320, 568],
  [390, 844],
  [768, 1024],
  [1024, 1366],
  [667, 375],
  [844, 390],
  [1366, 768],
] as const) {
  test(`at ${width}x${height} the operator's picture fits the window's shape, and its label leaves the work free`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    await page.goto("/");
    const boxes = await Promise.all(
      ["picture", "card"].map((part) => page.locator(`.image-showcase-${part}`).boundingBox()),
    );
    const [picture, card] = boxes;
    if (!picture || !card) throw new Error("The operator is not shown.");
    if (height > width) {
      expect(picture.height).toBeGreaterThan(picture.width - 1);
      const middle = picture.y + picture.height / 2;
      expect(card.y).toBeGreaterThan(middle + CUP.bottom * picture.width);
    } else {
      expect(picture.width).toBeGreaterThan(2 * picture.height);
      expect(card.x).toBeGreaterThan(picture.x + CUP.right * picture.width);
      expect(card.y).toBeGreaterThan(picture.y);
    }
  });
}

test.describe("on the 404 page", () => {
  test.use({ expectedErrors: [/status of 404/] });

  test("the drawing ends where the content ends", async ({ page }) => {
    await page.goto("/nowhere");
    const edges = await page.evaluate(() => {
      const [main, logo, base] = [".not-found", ".not-found-logo", ".not-found-arm g path"].map(
        (selector) => (document.querySelector(selector) as Element).getBoundingClientRect(),
      ) as [DOMRect, DOMRect, DOMRect];
      return { start: logo.left - main.left, end: main.right - base.right };
    });
    expect(Math.abs(edges.start - edges.end)).toBeLessThan(2);
  });
});

test("the footer opens the form too", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("contentinfo").getByRole("button", { name: "Request Data" }).click();
  await expect(page.getByRole("dialog", { name: "Tell Us About Your Data Needs" })).toBeVisible();
});

test("showcase, details and features do not repeat each other", async ({ page }) => {
  await page.goto("/");
  const runs = async (section: string) => {
    const texts = await page.locator(`#${section} li p`).allTextContents();
    return texts.flatMap((text) => {
      const words = text.toLowerCase().match(/[\w’-]+/g) ?? [];
      return words.slice(3).map((_, at) => words.slice(at, at + 4).join(" "));
    });
  };
  const showcase = await runs("data-showcase");
  const details = await runs("details");
  const features = await runs("features");
  expect(showcase.filter((run) => details.includes(run))).toEqual([]);
  expect(showcase.filter((run) => features.includes(run))).toEqual([]);
  expect(details.filter((run) => features.includes(run))).toEqual([]);
});

for (const width of [320, 390, 768, 1024, 1440, 1920, 2560]) {
  test(`at ${width} px the hardware tiles are of one height, in rows that are full`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    await page.goto("/");
    const tiles = await page.locator("#details label.field-tile").evaluateAll((all) =>
      all.map((tile) => {
        const { top, right, height } = tile.getBoundingClientRect();
        return { top: Math.round(top), right: Math.round(right), height: Math.round(height) };
      }),
    );
    expect(new Set(tiles.map(({ height }) => height)).size).toBe(1);
    const rows = Map.groupBy(tiles, ({ top }) => top);
    const ends = [...rows.values()].map((row) => row.at(-1)?.right);
    expect(new Set(ends).size).toBe(1);
  });
}

/** Runs of dark pixels in the first row of a screenshot. */
async function darkRuns(png: Buffer): Promise<Array<{ from: number; length: number }>> {
  const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true });
  const runs: Array<{ from: number; length: number }> = [];
  for (let x = 0; x < info.width; x += 1) {
    if ((data[x * info.channels] ?? 255) > 160) continue;
    const last = runs.at(-1);
    if (last && last.from + last.length === x) last.length += 1;
    else runs.push({ from: x, length: 1 });
  }
  return runs;
}
