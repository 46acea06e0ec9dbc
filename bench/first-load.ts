import { brotliCompressSync } from "node:zlib";

import type { Browser, Page, Request } from "@playwright/test";

import type { Measure } from "./budgets.ts";

/** A phone of the middle: what Lighthouse's mobile run takes, with its real density. */
const PHONE = {
  viewport: { width: 412, height: 823 },
  deviceScaleFactor: 2.625,
  isMobile: true,
  hasTouch: true,
} as const;

type Fetched = { type: string; body: number; headers: number };

/**
 * Loads the page on a phone and counts what came over the wire (bodies as encoded, in all headers too),
 * then goes near the form and counts its script. Script in the page counts as script too, as brotli
 * packs it by itself.
 */
export async function measureFirstLoad(
  browser: Browser,
  origin: string,
): Promise<Partial<Record<Measure, number>>> {
  const context = await browser.newContext(PHONE);
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));
  await recordLayoutShift(page);

  await page.goto(origin, { waitUntil: "networkidle" });
  const first = await fetched(requests);
  const below = await page.evaluate(countPicturesBelow);
  const inline = await page.evaluate(readInlineScripts);
  const inPage = { type: "script", body: brotliCompressSync(inline).length, headers: 0 };

  await page.locator("#details form").scrollIntoViewIfNeeded();
  await page.locator("#details form[data-hydrated]").waitFor();
  const all = await fetched(requests);
  const layoutShift = await page.evaluate<number>("layoutShift");
  await context.close();

  return {
    firstLoadKiB: kibibytes(first, ({ body, headers }) => body + headers),
    firstLoadRequests: first.length,
    firstScriptKiB: kibibytes([inPage, ...only(first, "script")]),
    cssKiB: kibibytes(only(first, "stylesheet")),
    fontKiB: kibibytes(only(first, "font")),
    fontFiles: only(first, "font").length,
    picturesBelow: below,
    allScriptKiB: kibibytes([inPage, ...only(all, "script")]),
    layoutShift,
  };
}

/** Pictures that were fetched though they lie below the window. Runs in the page. */
function countPicturesBelow(): number {
  return [...document.images].filter(
    (image) => image.getBoundingClientRect().top > innerHeight && image.currentSrc !== "",
  ).length;
}

/** The code that stands in the page itself. Runs in the page. */
function readInlineScripts(): string {
  return [...document.scripts].map(({ text }) => text).join("");
}

async function recordLayoutShift(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = Object.assign(window, { layoutShift: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.layoutShift += (entry as never as Shift).value;
    }).observe({ type: "layout-shift", buffered: true });
  });
}

type Shift = { value: number };

async function fetched(requests: Request[]): Promise<Fetched[]> {
  return Promise.all(
    requests.map(async (request) => {
      const { responseBodySize, responseHeadersSize } = await request.sizes();
      return {
        type: request.resourceType(),
        body: responseBodySize,
        headers: responseHeadersSize,
      };
    }),
  );
}

function only(all: Fetched[], type: string): Fetched[] {
  return all.filter((one) => one.type === type);
}

function kibibytes(all: Fetched[], sizeOf = ({ body }: Fetched) => body): number {
  const bytes = all.reduce((sum, one) => sum + sizeOf(one), 0);
  return Math.round((bytes / 1024) * 10) / 10;
}
