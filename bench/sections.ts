import { chromium } from "@playwright/test";

import { startSite } from "../e2e/site-server.ts";
import { findBrowser } from "../tools/find-browser.ts";
import type { Figures } from "./budgets.ts";
import { measureBuildTime } from "./build-time.ts";
import { launchChromium, type Chromium } from "./chromium.ts";
import { measureDialogOpening } from "./dialog-opening.ts";
import { measureFirstLoad } from "./first-load.ts";
import { measureFormNear } from "./form-near.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measureMillionRows } from "./million-rows.ts";
import { measureScrolling } from "./scrolling.ts";
import { measureServedRate } from "./served-rate.ts";
import { measureStartTime } from "./start-time.ts";

/** What can be measured by itself, in the order of the report. */
export const SECTIONS = {
  load: () => onSite(firstLoad),
  lighthouse: () => onSite((origin) => inChromium((browser) => measureLighthouse(browser, origin))),
  form: () => onSite((origin) => inChromium((browser) => measureForm(browser, origin))),
  scroll: () => onSite((origin) => inChromium((browser) => measureScrolling(browser, origin))),
  server: measureServer,
  rows: measureMillionRows,
  build: measureBuildTime,
} as const satisfies Record<string, () => Promise<Figures>>;

export type Section = keyof typeof SECTIONS;

export function isSection(name: string): name is Section {
  return name in SECTIONS;
}

async function firstLoad(origin: string): Promise<Figures> {
  const { executablePath, args } = findBrowser();
  const browser = await chromium.launch({ args, ...(executablePath && { executablePath }) });
  const figures = await measureFirstLoad(browser, origin);
  await browser.close();
  return figures;
}

async function measureForm(browser: Chromium, origin: string): Promise<Figures> {
  return {
    ...(await measureFormNear(browser, origin)),
    ...(await measureDialogOpening(browser, origin)),
  };
}

async function measureServer(): Promise<Figures> {
  return { ...(await measureServedRate()), ...(await measureStartTime()) };
}

async function onSite(measure: (origin: string) => Promise<Figures>): Promise<Figures> {
  const site = await startSite();
  try {
    return await measure(site.origin);
  } finally {
    await site.stop();
  }
}

async function inChromium(measure: (browser: Chromium) => Promise<Figures>): Promise<Figures> {
  const browser = await launchChromium();
  try {
    return await measure(browser);
  } finally {
    await browser.close();
  }
}
