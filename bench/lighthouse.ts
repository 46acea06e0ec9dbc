import lighthouse, { desktopConfig, type Flags, type Result } from "lighthouse";
import type { Browser } from "puppeteer-core";

import type { Figures } from "./budgets.ts";
import { round } from "./statistics.ts";
import { SCRIPT_FREE_PAGE, startTlsProxy } from "./tls-proxy.ts";

const ROUNDS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

type FormFactor = "mobile" | "desktop";
/** Scores from 0 to 100: of performance, and the lowest of the other categories. */
type Audited = {
  performance: number;
  others: number;
  lcp: number;
  blocking: number;
  shift: number;
};
type Pair = { page: Audited[]; scriptFree: Audited[] };

/**
 * Lighthouse with simulated throttling over HTTP/2: the page, and the same page with every script
 * removed, turn by turn. Times and scores are the best round's: other programs on the machine only
 * ever add, and more where there is script to hold up.
 */
export async function measureLighthouse(browser: Browser, origin: string): Promise<Figures> {
  const proxy = await startTlsProxy(origin);
  const port = Number(new URL(browser.wsEndpoint()).port);
  const audit = (path: string, form: FormFactor, categories: string[]) =>
    runLighthouse(port, proxy.origin + path, form, categories);

  const mobile: Pair = { page: [], scriptFree: [] };
  const desktop: Pair = { page: [], scriptFree: [] };
  for (let count = 0; count < ROUNDS; count += 1) {
    mobile.page.push(await audit("/", "mobile", CATEGORIES));
    mobile.scriptFree.push(await audit(SCRIPT_FREE_PAGE, "mobile", ["performance"]));
    desktop.page.push(await audit("/", "desktop", CATEGORIES));
    desktop.scriptFree.push(await audit(SCRIPT_FREE_PAGE, "desktop", ["performance"]));
  }
  const notFound = [
    await audit("/404.html", "mobile", ["accessibility", "best-practices"]),
    await audit("/404.html", "desktop", ["accessibility", "best-practices"]),
  ];
  await proxy.close();

  return {
    mobileScore: lowestScore(mobile.page),
    desktopScore: lowestScore(desktop.page),
    notFoundScore: Math.min(...notFound.map(({ others }) => others)),
    mobileLcp: round(best(mobile.page, "lcp")),
    mobileLcpRatio: round(best(mobile.page, "lcp") / best(mobile.scriptFree, "lcp"), 3),
    desktopLcpRatio: round(best(desktop.page, "lcp") / best(desktop.scriptFree, "lcp"), 3),
    blockingTime: round(Math.max(addedBlocking(mobile), addedBlocking(desktop))),
    cumulativeShift: Math.max(...[...mobile.page, ...desktop.page].map(({ shift }) => shift)),
  };
}

function lowestScore(audited: Audited[]): number {
  const performance = Math.max(...audited.map((one) => one.performance));
  return Math.min(performance, ...audited.map(({ others }) => others));
}

function best(audited: Audited[], part: "lcp" | "blocking"): number {
  return Math.min(...audited.map((one) => one[part]));
}

function addedBlocking({ page, scriptFree }: Pair): number {
  return Math.max(0, best(page, "blocking") - best(scriptFree, "blocking"));
}

async function runLighthouse(
  port: number,
  url: string,
  form: FormFactor,
  onlyCategories: string[],
): Promise<Audited> {
  const flags: Flags = { port, logLevel: "silent", output: "json", onlyCategories };
  // On a busy machine Lighthouse sometimes loses its trace, says so, and asks to be run again.
  for (let tries = 1; ; tries += 1) {
    const run = await lighthouse(url, flags, form === "desktop" ? desktopConfig : undefined);
    if (run && !run.lhr.runtimeError) return read(run.lhr);
    if (tries === 3) throw new Error(`Lighthouse on ${url}: ${run?.lhr.runtimeError?.message}`);
  }
}

function read({ categories, audits }: Result): Audited {
  const { performance, ...others } = categories;
  const points = (category?: { score: number | null }) => Math.round((category?.score ?? 0) * 100);
  const value = (audit: string) => audits[audit]?.numericValue ?? 0;
  return {
    performance: points(performance),
    others: Math.min(100, ...Object.values(others).map(points)),
    lcp: value("largest-contentful-paint"),
    blocking: value("total-blocking-time"),
    shift: value("cumulative-layout-shift"),
  };
}
