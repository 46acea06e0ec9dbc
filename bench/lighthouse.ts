import lighthouse, { desktopConfig, type Flags, type Result } from "lighthouse";
import type { Browser } from "puppeteer-core";

import type { Measure } from "./measure.ts";

const ROUNDS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

/** Lighthouse on a phone with a slow network, and on a desktop. The best of some rounds counts. */
export async function measurePage(browser: Browser, origin: string): Promise<Measure[]> {
  const port = Number(new URL(browser.wsEndpoint()).port);
  const [mobile, desktop]: [Result[], Result[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    mobile.push(await runLighthouse({ port, url: origin }));
    desktop.push(await runLighthouse({ port, url: origin, config: desktopConfig }));
  }
  const least = (runs: Result[], audit: string) =>
    Math.min(...runs.map(({ audits }) => audits[audit]?.numericValue ?? NaN));
  const shift = Math.max(
    ...[...mobile, ...desktop].map(
      ({ audits }) => audits["cumulative-layout-shift"]?.numericValue ?? NaN,
    ),
  );
  return [
    { label: "Phone: lowest of the four scores", value: lowestScore(mobile), atLeast: 80 },
    {
      label: "Phone: largest contentful paint, ms",
      value: least(mobile, "largest-contentful-paint"),
      atMost: 1_800,
    },
    {
      label: "Phone: first load, KiB",
      value: least(mobile, "total-byte-weight") / 1_024,
      atMost: 100,
    },
    { label: "Desktop: lowest of the four scores", value: lowestScore(desktop), atLeast: 95 },
    { label: "Layout shift", value: shift, atMost: 0 },
  ];
}

async function runLighthouse({
  port,
  url,
  config,
}: {
  port: number;
  url: string;
  config?: typeof desktopConfig;
}): Promise<Result> {
  const flags: Flags = { port, logLevel: "silent", output: "json", onlyCategories: CATEGORIES };
  // On a busy machine Lighthouse sometimes loses its trace and reports that it must be run again.
  for (let tries = 1; ; tries += 1) {
    const run = await lighthouse(url, flags, config);
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
