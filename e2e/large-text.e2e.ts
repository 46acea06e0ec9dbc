import { requireBrowser } from "../tools/find-browser.ts";
import { expect, test } from "./support/site.ts";

for (const size of [24, 32]) {
  test(`with the browser's text size at ${size} px no word of page, menu or dialog is broken on a phone`, async ({
    playwright,
    baseURL,
  }) => {
    const setting = `--blink-settings=defaultFontSize=${size}`;
    const browser = await playwright.chromium.launch({ ...requireBrowser(), args: [setting] });
    const page = await browser.newPage({
      baseURL: baseURL ?? "",
      viewport: { width: 360, height: 740 },
      reducedMotion: "reduce",
    });
    await page.goto("/");
    expect(await page.evaluate(findBrokenWords)).toEqual([]);
    await page.getByRole("button", { name: "Open menu" }).click();
    expect(await page.evaluate(findBrokenWords)).toEqual([]);
    await page.getByRole("dialog").getByRole("button", { name: "Request Data" }).click();
    expect(await page.evaluate(findBrokenWords)).toEqual([]);
    const sideways = await page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
    expect(sideways).toBeLessThanOrEqual(0);
    await browser.close();
  });
}

/** In the page: visible words that go over more than one line. */
function findBrokenWords(): string[] {
  const broken: string[] = [];
  const word = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const text = texts.currentNode as Text;
    const parent = text.parentElement as HTMLElement;
    const isSeen = parent.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    if (!isSeen || parent.closest("[aria-hidden], svg")) continue;
    for (const { index, 0: found } of text.data.matchAll(/\w+/g)) {
      word.setStart(text, index);
      word.setEnd(text, index + found.length);
      const lines = new Set([...word.getClientRects()].map(({ top }) => Math.round(top)));
      if (lines.size > 1) broken.push(found);
    }
  }
  return broken;
}
