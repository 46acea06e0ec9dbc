import lighthouse, { desktopConfig, type Config, type Flags, type Result } from "lighthouse";
import type { Browser } from "puppeteer-core";

import { median, type Measure } from "./measure.ts";

const ROUNDS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const FIRST_CONTENTFUL_PAINT = "first-contentful-paint";
const LARGEST_CONTENTFUL_PAINT = "largest-contentful-paint";

/** `bare` is a page that has only the headline and the image. */
type Pages = { page: string; bare: string };

/** Results for the page on a desktop, and for both pages on a phone with each of Lighthouse's throttling methods. */
type Results = {
  desktop: Result[];
  simulated: Record<keyof Pages, Result[]>;
  throttled: Record<keyof Pages, Result[]>;
};

export async function measurePage(
  openBrowser: () => Promise<Browser>,
  pages: Pages,
): Promise<Measure[]> {
  const { desktop, simulated, throttled } = await runRounds(openBrowser, pages);
  const shifts = [...desktop, ...simulated.page, ...throttled.page].map(shiftOf);
  return [
    { label: "Lowest of the four scores", values: simulated.page.map(lowestScore), atLeast: 90 },
    ...comparePaints("throttled", throttled, [
      { audit: FIRST_CONTENTFUL_PAINT, goal: 1.3, atMost: 1.6 },
      { audit: LARGEST_CONTENTFUL_PAINT, goal: 1.1, atMost: 1.3 },
    ]),
    ...comparePaints("simulated", simulated, [
      { audit: FIRST_CONTENTFUL_PAINT },
      { audit: LARGEST_CONTENTFUL_PAINT },
    ]),
    {
      label: "First load on a phone, KiB",
      values: simulated.page.map(transferredKibOf),
      atMost: 100,
    },
    { label: "First load on a desktop, KiB", values: desktop.map(transferredKibOf), atMost: 120 },
    // Not 0, because a font that arrives after the first paint moves the links of a desktop's header by 5 px (0.0001).
    { label: "Layout shift in any round", values: [Math.max(...shifts)], atMost: 0.001 },
  ];
}

/** Alternates between pages and methods, because the machine's speed varies. */
async function runRounds(
  openBrowser: () => Promise<Browser>,
  { page, bare }: Pages,
): Promise<Results> {
  const results: Results = {
    desktop: [],
    simulated: { page: [], bare: [] },
    throttled: { page: [], bare: [] },
  };
  const { desktop, simulated, throttled } = results;
  for (let round = 0; round < ROUNDS; round += 1) {
    simulated.page.push(await runLighthouse(openBrowser, page));
    simulated.bare.push(await runLighthouse(openBrowser, bare));
    throttled.page.push(await runLighthouse(openBrowser, page, THROTTLED));
    throttled.bare.push(await runLighthouse(openBrowser, bare, THROTTLED));
    desktop.push(await runLighthouse(openBrowser, page, {}, desktopConfig));
  }
  return results;
}

/** Slows the connection and the CPU of the browser. By default, Lighthouse estimates both from a fast load. */
const THROTTLED: Flags = { throttlingMethod: "devtools" };

/** Starts a new browser process per load, because text that a process has already shaped paints much sooner. */
async function runLighthouse(
  openBrowser: () => Promise<Browser>,
  url: string,
  method: Flags = {},
  config?: Config,
): Promise<Result> {
  // Retries, because Lighthouse sometimes loses its trace on a busy machine.
  for (let tries = 1; ; tries += 1) {
    const browser = await openBrowser();
    const port = Number(new URL(browser.wsEndpoint()).port);
    const flags: Flags = { port, logLevel: "silent", output: "json", onlyCategories: CATEGORIES };
    const run = await lighthouse(url, { ...flags, ...method }, config);
    await browser.close();
    if (run && !run.lhr.runtimeError) return run.lhr;
    if (tries === 3) throw new Error(`Lighthouse on ${url}: ${run?.lhr.runtimeError?.message}`);
  }
}

/** `goal` and `atMost` are ratios to the bare page. */
function comparePaints(
  method: string,
  { page, bare }: Record<keyof Pages, Result[]>,
  paints: { audit: string; goal?: number; atMost?: number }[],
): Measure[] {
  return paints.flatMap(({ audit, goal, atMost }) => {
    const theirs = bare.map((result) => numberOf(result, audit));
    const label = `${audit === FIRST_CONTENTFUL_PAINT ? "First" : "Largest"} contentful paint, ${method}, ms`;
    return [
      {
        label,
        values: page.map((result) => numberOf(result, audit)),
        ...(goal !== undefined && { goal: goal * median(theirs) }),
        ...(atMost !== undefined && { atMost: atMost * median(theirs) }),
      },
      { label: "The same of headline and image alone", values: theirs },
    ];
  });
}

function lowestScore({ categories }: Result): number {
  const scores = CATEGORIES.map((name) => categories[name]?.score ?? 0);
  return Math.round(Math.min(...scores) * 100);
}

function transferredKibOf(result: Result): number {
  return numberOf(result, "total-byte-weight") / 1_024;
}

function shiftOf(result: Result): number {
  return numberOf(result, "cumulative-layout-shift");
}

function numberOf({ audits }: Result, audit: string): number {
  return audits[audit]?.numericValue ?? NaN;
}
