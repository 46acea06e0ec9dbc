/**
 * `npm run bench [section …]`: measures the built site and prints each value beside its limit. A
 * run of everything is kept in results.txt.
 */
import { chromium } from "@playwright/test";
import { launch } from "puppeteer-core";

import { startSite } from "../e2e/support/site-server.ts";
import { buildIfStale } from "../tools/build-if-stale.ts";
import { browserVersion, findBrowser } from "../tools/find-browser.ts";
import type { Measurements } from "./budgets.ts";
import { measureDialogOpening } from "./dialog-opening.ts";
import { measureFirstLoad } from "./first-load.ts";
import { measureFormNear } from "./form-near.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { measurePictureWait } from "./picture-wait.ts";
import { makeReport, toMarkdown, writeResults } from "./report.ts";
import { measureScrolling } from "./scrolling.ts";
import { measureStartTime } from "./start-time.ts";

const SECTIONS: Record<string, () => Promise<Measurements>> = {
  load: () => onSite(startPlaywright, measureFirstLoad),
  pictures: () => onSite(startChromium, measurePictureWait),
  lighthouse: () => onSite(startChromium, measureLighthouse),
  form: () => onSite(startChromium, measureFormNear),
  dialog: () => onSite(startChromium, measureDialogOpening),
  scroll: () => onSite(startChromium, measureScrolling),
  start: measureStartTime,
};

const requested = process.argv.slice(2);
const unknown = requested.filter((name) => !(name in SECTIONS));
if (unknown.length > 0) {
  console.error(
    `No section ${unknown.join(", ")}. There are: ${Object.keys(SECTIONS).join(", ")}.`,
  );
  process.exit(1);
}

await buildIfStale();
const measurements: Measurements = {};
for (const [name, measure] of Object.entries(SECTIONS)) {
  if (requested.length > 0 && !requested.includes(name)) continue;
  console.error(`Measuring: ${name}`);
  Object.assign(measurements, await measure());
}
const report = makeReport(measurements);
const chromiumVersion = browserVersion(findBrowser());
const text = `\`npm run bench\`, ${report.date}, ${report.machine}, ${chromiumVersion}.\n\n${toMarkdown(report)}`;
console.log(text);
if (requested.length === 0) await writeResults("results.txt", text);
process.exitCode = report.rows.every(({ met }) => met) ? 0 : 1;

async function onSite<Browser extends { close: () => Promise<void> }>(
  startBrowser: () => Promise<Browser>,
  measure: (browser: Browser, origin: string) => Promise<Measurements>,
): Promise<Measurements> {
  const site = await startSite();
  const browser = await startBrowser();
  const measured = await measure(browser, site.origin);
  await browser.close();
  await site.stop();
  return measured;
}

function startPlaywright() {
  return chromium.launch(findBrowser());
}

function startChromium() {
  const { executablePath, args } = findBrowser();
  return launch({
    executablePath,
    // The address bar's own pages would load while ours is measured.
    args: [...args, "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup"],
    // The proxy's certificate is new in every run.
    acceptInsecureCerts: true,
    defaultViewport: null,
  });
}
