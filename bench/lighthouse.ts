import lighthouse, { type Flags, type Result } from "lighthouse";
import type { Browser } from "puppeteer-core";

import type { Measure } from "./measure.ts";

const ROUNDS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** The best of some rounds counts, since other programs on the machine can only slow one down. */
export async function measurePage(
  browser: Browser,
  { page, bare }: { page: string; bare: string },
): Promise<Measure[]> {
  const port = Number(new URL(browser.wsEndpoint()).port);
  const [ours, theirs]: [Result[], Result[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await runLighthouse(port, page));
    theirs.push(await runLighthouse(port, bare));
  }
  const valuesOf = (runs: Result[], audit: string) =>
    runs.map(({ audits }) => audits[audit]?.numericValue ?? NaN);
  const paint = (runs: Result[]) => Math.min(...valuesOf(runs, "largest-contentful-paint"));
  return [
    { label: "Lowest of the four scores", value: lowestScore(ours), atLeast: 90 },
    { label: "Largest contentful paint, ms", value: paint(ours), atMost: 2_000 },
    { label: "The same of headline and picture alone", value: paint(theirs) },
    {
      label: "First load, KiB",
      value: Math.min(...valuesOf(ours, "total-byte-weight")) / 1_024,
      atMost: 100,
    },
    {
      label: "Layout shift",
      value: Math.max(...valuesOf(ours, "cumulative-layout-shift")),
      atMost: 0,
    },
  ];
}

async function runLighthouse(port: number, url: string): Promise<Result> {
  const flags: Flags = { port, logLevel: "silent", output: "json", onlyCategories: CATEGORIES };
  // On a busy machine Lighthouse sometimes loses its trace and reports that it must be run again.
  for (let tries = 1; ; tries += 1) {
    const run = await lighthouse(url, flags);
    if (run && !run.lhr.runtimeError) return run.lhr;
    if (tries === 3) throw new Error(`Lighthouse on ${url}: ${run?.lhr.runtimeError?.message}`);
  }
}

function lowestScore(runs: Result[]): number {
  const best = CATEGORIES.map((name) =>
    Math.max(...runs.map(({ categories }) => categories[name]?.score ?? 0)),
  );
  return Math.round(Math.min(...best) * 100);
}
