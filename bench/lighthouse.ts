import { readFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";

import lighthouse, { desktopConfig, type Flags, type Result } from "lighthouse";
import type { Browser } from "puppeteer-core";

import type { Measure } from "./report.ts";
import { SCRIPT_FREE_PAGE, startTlsProxy } from "./tls-proxy.ts";

const ROUNDS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const KIB = 1024;

type FormFactor = "mobile" | "desktop";
type Pair = { page: Result[]; scriptFree: Result[] };
type Request = { resourceType: string; transferSize: number; resourceSize: number };

/**
 * Lighthouse with simulated throttling over HTTP/2: the page and the same page without its scripts, in
 * turn. The best round counts: other programs on the machine can only slow one down.
 */
export async function measureLighthouse(browser: Browser, origin: string): Promise<Measure[]> {
  const proxy = await startTlsProxy(origin);
  const port = Number(new URL(browser.wsEndpoint()).port);
  const runs: Record<FormFactor, Pair> = {
    mobile: { page: [], scriptFree: [] },
    desktop: { page: [], scriptFree: [] },
  };
  for (const form of ["mobile", "desktop"] as const) {
    for (let round = 0; round < ROUNDS; round += 1) {
      runs[form].page.push(await runLighthouse(port, `${proxy.origin}/`, form));
      runs[form].scriptFree.push(await runLighthouse(port, proxy.origin + SCRIPT_FREE_PAGE, form));
    }
  }
  await proxy.close();
  return [
    ...(await measureFirstLoad(runs.mobile.page)),
    ...(["mobile", "desktop"] as const).flatMap((form) => compare(form, runs[form])),
  ];
}

async function runLighthouse(port: number, url: string, form: FormFactor): Promise<Result> {
  const flags: Flags = { port, logLevel: "silent", output: "json", onlyCategories: CATEGORIES };
  // On a busy machine Lighthouse sometimes loses its trace and reports that it must be run again.
  for (let tries = 1; ; tries += 1) {
    const run = await lighthouse(url, flags, form === "desktop" ? desktopConfig : undefined);
    if (run && !run.lhr.runtimeError) return run.lhr;
    if (tries === 3) throw new Error(`Lighthouse on ${url}: ${run?.lhr.runtimeError?.message}`);
  }
}

/** Bytes as they were transferred; the script is in the page, compressed here by itself. */
async function measureFirstLoad([run]: Result[]): Promise<Measure[]> {
  const details = run?.audits["network-requests"]?.details as { items: Request[] } | undefined;
  const requests = details?.items ?? [];
  const transferred = (all: Request[]) =>
    all.reduce((sum, { transferSize }) => sum + transferSize, 0);
  const css = requests.filter(({ resourceType }) => resourceType === "Stylesheet");
  const html = await readFile("dist/index.html", "utf8");
  const inline = /<script type="module">(.*?)<\/script>/s.exec(html)?.[1] ?? "";
  const scripts = requests.filter(({ resourceType }) => resourceType === "Script");
  const script = brotliCompressSync(inline).length + transferred(scripts);
  return [
    {
      label: "First load on a phone, with headers",
      value: transferred(requests) / KIB,
      unit: "KiB",
      limit: { atMost: 80 },
    },
    {
      label: "First load: script, brotli",
      value: script / 1000,
      unit: "KB",
      limit: { atMost: 6 },
    },
    {
      label: "First load: CSS, brotli",
      value: transferred(css) / 1000,
      unit: "KB",
      limit: { atMost: 12 },
    },
  ];
}

function compare(form: FormFactor, { page, scriptFree }: Pair): Measure[] {
  const bestScores = CATEGORIES.map((name) => Math.max(...page.map((run) => score(run, name))));
  const shifts = page.map((run) => value(run, "cumulative-layout-shift"));
  return [
    {
      label: `Lighthouse ${form}: lowest of the four scores`,
      value: Math.min(...bestScores),
      unit: "",
      limit: { atLeast: 100 },
    },
    {
      label: `LCP over the page without script, ${form}`,
      value: bestLcp(page) / bestLcp(scriptFree),
      unit: "",
      limit: { atMost: 1.1 },
    },
    {
      label: `Cumulative layout shift, ${form}`,
      value: Math.max(...shifts),
      unit: "",
      limit: { atMost: 0 },
    },
  ];
}

function bestLcp(runs: Result[]): number {
  return Math.min(...runs.map((run) => value(run, "largest-contentful-paint")));
}

function score({ categories }: Result, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}

function value({ audits }: Result, audit: string): number {
  return audits[audit]?.numericValue ?? NaN;
}
