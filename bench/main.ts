/** `npm run bench`: measures the built site and prints each figure beside its limit. */
import { chromium } from "@playwright/test";

import { startSite } from "../e2e/site-server.ts";
import { buildIfStale } from "../tools/build-if-stale.ts";
import { browserVersion, findBrowser } from "../tools/find-browser.ts";
import { BUDGETS, type Measure } from "./budgets.ts";
import { measureFirstLoad } from "./first-load.ts";

await buildIfStale();
const found = findBrowser();
const site = await startSite();
const browser = await chromium.launch({
  args: found.args,
  ...(found.executablePath ? { executablePath: found.executablePath } : {}),
});

const measured = await measureFirstLoad(browser, site.origin);
await browser.close();
await site.stop();

const rows = Object.entries(measured).map(([name, value]) => {
  const limit = BUDGETS[name as Measure];
  return { name, value, limit, held: value <= limit };
});
if (process.argv.includes("--json")) {
  console.log(JSON.stringify({ browser: browserVersion(found), rows }, null, 2));
} else {
  console.log(browserVersion(found));
  console.table(rows);
}
process.exitCode = rows.every(({ held }) => held) ? 0 : 1;
