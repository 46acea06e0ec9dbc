/**
 * `npm run screenshots [STATE …]`: writes every state of the built site in each window, and the page
 * as printed, to `screenshots/`.
 */
import { mkdir } from "node:fs/promises";

import { chromium } from "@playwright/test";

import { STATES, visitState, WINDOWS } from "../test-support/e2e/states.ts";
import { startSite } from "../test-support/site-server.ts";
import { buildSite } from "../tools/build.ts";
import { findBrowser } from "../tools/find-browser.ts";

buildSite();
await mkdir("screenshots", { recursive: true });
const requested = process.argv.slice(2);
const states = STATES.filter(({ name }) => requested.length === 0 || requested.includes(name));
const site = await startSite();
const browser = await chromium.launch({
  executablePath: findBrowser(),
  // A large picture may otherwise be painted after the rest.
  args: ["--disable-checker-imaging"],
  ignoreDefaultArgs: ["--hide-scrollbars"],
});

for (const viewport of WINDOWS) {
  for (const state of states.filter(({ below = Infinity }) => viewport.width < below)) {
    const phone = viewport.width < 768;
    const context = await browser.newContext({
      viewport,
      baseURL: site.origin,
      isMobile: phone,
      hasTouch: phone,
      deviceScaleFactor: phone ? 2 : 1,
    });
    const page = await context.newPage();
    await visitState(page, state);
    await page.screenshot({
      path: `screenshots/${state.name}-${viewport.width}x${viewport.height}.png`,
    });
    await context.close();
  }
  console.log(`${viewport.width}x${viewport.height}: ${states.length} states`);
}
const page = await browser.newPage({ baseURL: site.origin });
await page.goto("/");
await page.pdf({ path: "screenshots/print.pdf", format: "A4" });
await browser.close();
await site.stop();
