/** `npm run bench [-- --save]`: measures the built site and prints each value beside its limit. */
import { launch } from "puppeteer-core";

import { startSite } from "../test-support/site-server.ts";
import { buildSite } from "../tools/build.ts";
import { requireBrowser } from "../tools/find-browser.ts";
import { measureInteractions } from "./interactions.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { report } from "./report.ts";

buildSite();
const site = await startSite();
const browser = await launch({
  ...requireBrowser(),
  args: [
    // The address bar's own pages would load while ours is measured.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    "--disable-component-update",
    // Chromium refuses to sandbox pages for root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
  // The proxy's certificate is new in every run.
  acceptInsecureCerts: true,
  defaultViewport: null,
});
const measures = [
  ...(await measureLighthouse(browser, site.origin)),
  ...(await measureInteractions(browser, site.origin)),
];
const version = await browser.version();
await browser.close();
await site.stop();
await report("npm run bench", version, measures);
