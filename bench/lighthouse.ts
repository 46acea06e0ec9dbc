import lighthouse, { desktopConfig, type Flags, type Result } from "lighthouse";

import type { Figures } from "./budgets.ts";
import type { Chromium } from "./chromium.ts";
import { startFront } from "./front.ts";
import { median, round } from "./median.ts";

const ROUNDS = 5;
const CATEGORIES = ["performance", "accessibility", "best-practices", "seo"];
const FORM_FACTORS = ["mobile", "desktop"] as const;

type FormFactor = (typeof FORM_FACTORS)[number];
type Audited = { scores: Record<string, number>; lcp: number; blocking: number; shift: number };
type Pair = { page: Audited[]; bare: Audited[] };

/**
 * Lighthouse with simulated throttling over HTTP/2: the page, and the same page with every script
 * removed, turn by turn. Scores and times are medians. What compares the two takes the best round
 * of each: other programs on the machine only ever add, and more where there is script to hold up.
 */
export async function measureLighthouse(chromium: Chromium, origin: string): Promise<Figures> {
  const page = await startFront(origin, { scripts: true });
  const bare = await startFront(origin, { scripts: false });
  const audit = (url: string, form: FormFactor, categories?: string[]) =>
    runLighthouse(chromium.port, url, form, categories);

  const runs: Record<FormFactor, Pair> = {
    mobile: { page: [], bare: [] },
    desktop: { page: [], bare: [] },
  };
  for (let count = 0; count < ROUNDS; count += 1) {
    for (const form of FORM_FACTORS) {
      runs[form].page.push(await audit(`${page.origin}/`, form));
      runs[form].bare.push(await audit(`${bare.origin}/`, form, ["performance"]));
    }
  }
  const notFound: Audited[] = [];
  for (const form of FORM_FACTORS) {
    const categories = ["accessibility", "best-practices"];
    notFound.push(await audit(`${page.origin}/404.html`, form, categories));
  }
  await page.close();
  await bare.close();

  const { mobile, desktop } = runs;
  return {
    mobileScore: lowestScore(mobile.page),
    desktopScore: lowestScore(desktop.page),
    notFoundScore: Math.min(...notFound.map((one) => lowestScore([one]))),
    mobileLcp: round(medianOf(mobile.page, "lcp")),
    mobileLcpRatio: round(best(mobile.page, "lcp") / best(mobile.bare, "lcp"), 3),
    desktopLcpRatio: round(best(desktop.page, "lcp") / best(desktop.bare, "lcp"), 3),
    blockingTime: round(Math.max(addedBlocking(mobile), addedBlocking(desktop))),
    cumulativeShift: round(
      Math.max(medianOf(mobile.page, "shift"), medianOf(desktop.page, "shift")),
      3,
    ),
  };
}

/** The lowest of the categories' medians, 0 to 100. */
function lowestScore(audited: Audited[]): number {
  const categories = Object.keys(audited[0]?.scores ?? {});
  return Math.min(
    ...categories.map((category) => median(audited.map(({ scores }) => scores[category] ?? 0))),
  );
}

function medianOf(audited: Audited[], part: "lcp" | "shift"): number {
  return median(audited.map((one) => one[part]));
}

function best(audited: Audited[], part: "lcp" | "blocking"): number {
  return Math.min(...audited.map((one) => one[part]));
}

function addedBlocking({ page, bare }: Pair): number {
  return Math.max(0, best(page, "blocking") - best(bare, "blocking"));
}

async function runLighthouse(
  port: number,
  url: string,
  form: FormFactor,
  onlyCategories = CATEGORIES,
): Promise<Audited> {
  const flags: Flags = {
    port,
    logLevel: "silent",
    output: "json",
    onlyCategories,
  };
  // On a busy machine Lighthouse sometimes loses its trace, says so, and asks to be run again.
  for (let tries = 1; ; tries += 1) {
    const run = await lighthouse(url, flags, form === "desktop" ? desktopConfig : undefined);
    if (run && !run.lhr.runtimeError) return read(run.lhr);
    if (tries === 3) throw new Error(`Lighthouse on ${url}: ${run?.lhr.runtimeError?.message}`);
  }
}

function read({ categories, audits }: Result): Audited {
  const scores = Object.entries(categories).map(([name, { score }]) => [
    name,
    Math.round((score ?? 0) * 100),
  ]);
  const value = (audit: string) => audits[audit]?.numericValue ?? 0;
  return {
    scores: Object.fromEntries(scores) as Record<string, number>,
    lcp: value("largest-contentful-paint"),
    blocking: value("total-blocking-time"),
    shift: value("cumulative-layout-shift"),
  };
}
