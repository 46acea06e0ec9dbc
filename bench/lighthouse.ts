import lighthouse, { desktopConfig, type Flags, type Result } from "lighthouse";
import type { Browser } from "puppeteer-core";

import type { Measurements } from "./budgets.ts";
import { round } from "./statistics.ts";
import { SCRIPT_FREE_PAGE, startTlsProxy } from "./tls-proxy.ts";

const ROUNDS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];

type FormFactor = "mobile" | "desktop";
type Audit = "largest-contentful-paint" | "total-blocking-time" | "cumulative-layout-shift";
type Pair = { page: Result[]; scriptFree: Result[] };

/**
 * Lighthouse with simulated throttling over HTTP/2: the page and the same page without its scripts, in
 * turn. Times and scores are the best round's: other programs on the machine can only slow one down.
 */
export async function measureLighthouse(browser: Browser, origin: string): Promise<Measurements> {
  const proxy = await startTlsProxy(origin);
  const port = Number(new URL(browser.wsEndpoint()).port);
  const audit = (path: string, form: FormFactor) => runLighthouse(port, proxy.origin + path, form);
  const compare = async (form: FormFactor) => {
    const pair: Pair = { page: [], scriptFree: [] };
    for (let count = 0; count < ROUNDS; count += 1) {
      pair.page.push(await audit("/", form));
      pair.scriptFree.push(await audit(SCRIPT_FREE_PAGE, form));
    }
    return pair;
  };
  const [mobile, desktop] = [await compare("mobile"), await compare("desktop")];
  const notFound = [await audit("/404.html", "mobile"), await audit("/404.html", "desktop")];
  await proxy.close();

  const shifts = [...mobile.page, ...desktop.page].map((run) =>
    value(run, "cumulative-layout-shift"),
  );
  return {
    mobileScore: lowestScore(mobile.page),
    desktopScore: lowestScore(desktop.page),
    notFoundScore: Math.min(
      ...notFound.flatMap((run) => [score(run, "accessibility"), score(run, "best-practices")]),
    ),
    mobileLcp: round(best(mobile.page, "largest-contentful-paint")),
    mobileLcpRatio: lcpRatio(mobile),
    desktopLcpRatio: lcpRatio(desktop),
    blockingTime: round(Math.max(addedBlocking(mobile), addedBlocking(desktop))),
    cumulativeShift: Math.max(...shifts),
  };
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

/** The best performance, and the lowest of the other categories in any round. */
function lowestScore(runs: Result[]): number {
  const performance = Math.max(...runs.map((run) => score(run, "performance")));
  const [, ...others] = CATEGORIES;
  return Math.min(performance, ...runs.flatMap((run) => others.map((name) => score(run, name))));
}

function lcpRatio({ page, scriptFree }: Pair): number {
  const lcp = "largest-contentful-paint";
  return round(best(page, lcp) / best(scriptFree, lcp), 3);
}

function addedBlocking({ page, scriptFree }: Pair): number {
  return Math.max(0, best(page, "total-blocking-time") - best(scriptFree, "total-blocking-time"));
}

function best(runs: Result[], audit: Audit): number {
  return Math.min(...runs.map((run) => value(run, audit)));
}

function score({ categories }: Result, name: string): number {
  return Math.round((categories[name]?.score ?? 0) * 100);
}

function value({ audits }: Result, audit: Audit): number {
  return audits[audit]?.numericValue ?? NaN;
}
