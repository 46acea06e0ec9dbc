import { readFile, rm, writeFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";

import lighthouse, { desktopConfig, type Flags, type Result } from "lighthouse";
import type { Browser } from "puppeteer-core";

import type { Measure } from "./report.ts";

const ROUNDS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const KIB = 1024;

const PAGE = "dist/index.html";
const PAGE_WITHOUT_SCRIPT = "without-script.html";
const SCRIPT = /<script type="module">(.*?)<\/script>/s;

type FormFactor = "mobile" | "desktop";
type Pair = { page: Result[]; withoutScript: Result[] };
type Request = { resourceType: string; transferSize: number };

/** Adds the page without its script to the build, for comparison. The returned function removes it. */
export async function addPageWithoutScript(): Promise<() => Promise<void>> {
  const html = (await readFile(PAGE, "utf8")).replace(SCRIPT, "");
  const [plain, brotli] = [`dist/${PAGE_WITHOUT_SCRIPT}`, `dist/${PAGE_WITHOUT_SCRIPT}.br`];
  await writeFile(plain, html);
  await writeFile(brotli, brotliCompressSync(html));
  return async () => {
    for (const file of [plain, brotli]) await rm(file);
  };
}

/**
 * Lighthouse with simulated throttling: the page and the page without script, in turn. The best
 * round counts: other programs on the machine can only slow one down.
 */
export async function measureLighthouse(browser: Browser, origin: string): Promise<Measure[]> {
  const port = Number(new URL(browser.wsEndpoint()).port);
  const mobile: Pair = { page: [], withoutScript: [] };
  const desktop: Pair = { page: [], withoutScript: [] };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [form, { page, withoutScript }] of [
      ["mobile", mobile],
      ["desktop", desktop],
    ] as const) {
      page.push(await runLighthouse(port, `${origin}/`, form));
      withoutScript.push(await runLighthouse(port, `${origin}/${PAGE_WITHOUT_SCRIPT}`, form));
    }
  }
  return [
    ...(await measureFirstLoad(mobile.page)),
    ...compare("mobile", mobile),
    ...compare("desktop", desktop),
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
  const transferred = (type?: string) =>
    (details?.items ?? [])
      .filter(({ resourceType }) => type === undefined || resourceType === type)
      .reduce((sum, { transferSize }) => sum + transferSize, 0);
  const [, inline = ""] = SCRIPT.exec(await readFile(PAGE, "utf8")) ?? [];
  const script = brotliCompressSync(inline).length + transferred("Script");
  return [
    {
      label: "First load on a phone, with headers",
      value: transferred() / KIB,
      unit: "KiB",
      atMost: 80,
    },
    { label: "First load: script, brotli", value: script / 1000, unit: "KB", atMost: 6 },
    {
      label: "First load: CSS, brotli",
      value: transferred("Stylesheet") / 1000,
      unit: "KB",
      atMost: 12,
    },
  ];
}

function compare(form: FormFactor, { page, withoutScript }: Pair): Measure[] {
  const bestScores = CATEGORIES.map((name) => Math.max(...page.map((run) => score(run, name))));
  const shifts = page.map((run) => value(run, "cumulative-layout-shift"));
  return [
    {
      label: `Lighthouse ${form}: lowest of the four scores`,
      value: Math.min(...bestScores),
      atLeast: 100,
    },
    {
      label: `LCP over the page without script, ${form}`,
      value: bestLcp(page) / bestLcp(withoutScript),
      atMost: 1.1,
    },
    { label: `Cumulative layout shift, ${form}`, value: Math.max(...shifts), atMost: 0 },
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
