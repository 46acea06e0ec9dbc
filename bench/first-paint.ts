import type { Browser } from "puppeteer-core";

import { median, type Measure } from "./measure.ts";

const ROUNDS = 5;
const PHONE = { width: 412, height: 823, deviceScaleFactor: 2.625, isMobile: true };
const CPU_SLOWDOWN = 4;

/** Compared with a page that has only the headline and the image. Our own goal is 1.5. */
const MAXIMUM_RATIO = 3;

/** Starts a new browser process per load, because text that a process has already shaped paints much sooner. */
export async function measureFirstPaint(
  openBrowser: () => Promise<Browser>,
  { page, bare }: { page: string; bare: string },
): Promise<Measure[]> {
  const [ours, theirs]: [number[], number[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await readFirstPaint(await openBrowser(), page));
    theirs.push(await readFirstPaint(await openBrowser(), bare));
  }
  return [
    {
      label: "First contentful paint, 4x CPU, ms",
      values: ours,
      atMost: MAXIMUM_RATIO * median(theirs),
    },
    { label: "The same of headline and image alone", values: theirs },
  ];
}

async function readFirstPaint(browser: Browser, url: string): Promise<number> {
  const page = await browser.newPage();
  await page.setViewport(PHONE);
  await page.emulateCPUThrottling(CPU_SLOWDOWN);
  await page.goto(url);
  const paint = await page.waitForFunction(
    () => performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  );
  const milliseconds = await paint.jsonValue();
  await browser.close();
  return milliseconds ?? NaN;
}
