import { brotliCompressSync } from "node:zlib";

import type { Browser, Request } from "@playwright/test";

import type { Measurements } from "./budgets.ts";
import { round } from "./statistics.ts";
import { PHONE_SCREEN } from "./traced-page.ts";

type Fetched = { type: string; body: number; headers: number };

/**
 * Loads the page on a phone and counts transferred bytes, then scrolls near the form and counts its
 * script. The inline script counts as script, compressed with brotli by itself.
 */
export async function measureFirstLoad(browser: Browser, origin: string): Promise<Measurements> {
  const { width, height, density: deviceScaleFactor, touch } = PHONE_SCREEN;
  const viewport = { width, height };
  const emulated = { viewport, deviceScaleFactor, isMobile: touch, hasTouch: touch };
  const context = await browser.newContext(emulated);
  const page = await context.newPage();
  const requests: Request[] = [];
  page.on("request", (request) => requests.push(request));

  await page.goto(origin, { waitUntil: "networkidle" });
  const first = await Promise.all(requests.map(readSizes));
  const picturesBelow = await page.evaluate(countPicturesBelow);
  const inline = await page.evaluate(() => [...document.scripts].map(({ text }) => text).join(""));
  const inPage = { type: "script", body: brotliCompressSync(inline).length, headers: 0 };

  await page.locator("#details form").scrollIntoViewIfNeeded();
  await page.locator("#details form[data-hydrated]").waitFor();
  const all = await Promise.all(requests.map(readSizes));
  const layoutShift = await page.evaluate(sumLayoutShifts);
  await context.close();

  const only = (fetched: Fetched[], type: string) => fetched.filter((each) => each.type === type);
  const fonts = only(first, "font");
  return {
    firstLoadKiB: kibibytes(first, ({ body, headers }) => body + headers),
    firstLoadRequests: first.length,
    firstScriptKiB: kibibytes([inPage, ...only(first, "script")]),
    cssKiB: kibibytes(only(first, "stylesheet")),
    fontKiB: kibibytes(fonts),
    fontFiles: fonts.length,
    picturesBelow,
    allScriptKiB: kibibytes([inPage, ...only(all, "script")]),
    layoutShift,
  };
}

async function readSizes(request: Request): Promise<Fetched> {
  const { responseBodySize: body, responseHeadersSize: headers } = await request.sizes();
  return { type: request.resourceType(), body, headers };
}

/** Pictures fetched although they are below the window. Runs in the page. */
function countPicturesBelow(): number {
  return [...document.images].filter(
    (image) => image.getBoundingClientRect().top > innerHeight && image.currentSrc !== "",
  ).length;
}

/** Layout shift since the page was opened. Runs in the page. */
function sumLayoutShifts(): number {
  const observer = new PerformanceObserver(() => {});
  observer.observe({ type: "layout-shift", buffered: true });
  const shifts = observer.takeRecords() as (PerformanceEntry & { value: number })[];
  return shifts.reduce((sum, { value }) => sum + value, 0);
}

function kibibytes(all: Fetched[], sizeOf = ({ body }: Fetched) => body): number {
  return round(all.reduce((sum, one) => sum + sizeOf(one), 0) / 1024, 1);
}
