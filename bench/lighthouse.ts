import lighthouse, { desktopConfig, type Config, type Flags, type Result } from "lighthouse";
import type { Browser } from "puppeteer-core";

import type { Measure } from "./measure.ts";

const ROUNDS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

export async function measurePage(
  browser: Browser,
  { page, bare }: { page: string; bare: string },
): Promise<Measure[]> {
  const port = Number(new URL(browser.wsEndpoint()).port);
  const [ours, theirs, onDesktop]: [Result[], Result[], Result[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await runLighthouse(port, page));
    theirs.push(await runLighthouse(port, bare));
    onDesktop.push(await runLighthouse(port, page, desktopConfig));
  }
  const valuesOf = (runs: Result[], audit: string) =>
    runs.map(({ audits }) => audits[audit]?.numericValue ?? NaN);
  const paints = (runs: Result[]) => valuesOf(runs, "largest-contentful-paint");
  const loads = (runs: Result[]) => valuesOf(runs, "total-byte-weight").map((size) => size / 1_024);
  const shifts = valuesOf([...ours, ...onDesktop], "cumulative-layout-shift");
  return [
    { label: "Lowest of the four scores", values: ours.map(lowestScore), atLeast: 90 },
    { label: "Largest contentful paint, ms", values: paints(ours), atMost: 2_000 },
    { label: "The same of headline and picture alone", values: paints(theirs) },
    { label: "First load on a phone, KiB", values: loads(ours), atMost: 100 },
    { label: "First load on a desktop, KiB", values: loads(onDesktop), atMost: 120 },
    // In no round.
    { label: "Layout shift", values: [Math.max(...shifts)], atMost: 0 },
  ];
}

async function runLighthouse(port: number, url: string, config?: Config): Promise<Result> {
  const flags: Flags = { port, logLevel: "silent", output: "json", onlyCategories: CATEGORIES };
  // On a busy machine Lighthouse sometimes loses its trace and reports that it must be run again.
  for (let tries = 1; ; tries += 1) {
    const run = await lighthouse(url, flags, config);
    if (run && !run.lhr.runtimeError) return run.lhr;
    if (tries === 3) throw new Error(`Lighthouse on ${url}: ${run?.lhr.runtimeError?.message}`);
  }
}

function lowestScore({ categories }: Result): number {
  const scores = CATEGORIES.map((name) => categories[name]?.score ?? 0);
  return Math.round(Math.min(...scores) * 100);
}
