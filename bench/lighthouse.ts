import lighthouse, { desktopConfig, type Config, type Flags, type Result } from "lighthouse";
import type { Browser } from "puppeteer-core";

import type { Measure } from "./measure.ts";

const ROUNDS = 3;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

export async function measurePage(browser: Browser, page: string): Promise<Measure[]> {
  const port = Number(new URL(browser.wsEndpoint()).port);
  const [onPhone, onDesktop]: [Result[], Result[]] = [[], []];
  for (let round = 0; round < ROUNDS; round += 1) {
    onPhone.push(await runLighthouse(port, page));
    onDesktop.push(await runLighthouse(port, page, desktopConfig));
  }
  const valuesOf = (runs: Result[], audit: string) =>
    runs.map(({ audits }) => audits[audit]?.numericValue ?? NaN);
  const loads = (runs: Result[]) => valuesOf(runs, "total-byte-weight").map((size) => size / 1_024);
  const shifts = valuesOf([...onPhone, ...onDesktop], "cumulative-layout-shift");
  return [
    { label: "Lowest of the four scores", values: onPhone.map(lowestScore), atLeast: 90 },
    {
      label: "Largest contentful paint, ms",
      values: valuesOf(onPhone, "largest-contentful-paint"),
      atMost: 2_000,
    },
    { label: "First load on a phone, KiB", values: loads(onPhone), atMost: 100 },
    { label: "First load on a desktop, KiB", values: loads(onDesktop), atMost: 120 },
    { label: "Layout shift in any round", values: [Math.max(...shifts)], atMost: 0 },
  ];
}

async function runLighthouse(port: number, url: string, config?: Config): Promise<Result> {
  const flags: Flags = { port, logLevel: "silent", output: "json", onlyCategories: CATEGORIES };
  // Retries, because Lighthouse sometimes loses its trace on a busy machine.
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
