/** `npm run bench [-- --save]`: measures the built site and prints each value beside its limit. */
import { launch } from "puppeteer-core";

import { startSite } from "../test-support/site-server.ts";
import { buildIfStale } from "../tools/build-if-stale.ts";
import { requireBrowser } from "../tools/find-browser.ts";
import { measureInteractions } from "./interactions.ts";
import { measureLighthouse } from "./lighthouse.ts";
import { report } from "./report.ts";

await buildIfStale();
const { executablePath, args } = requireBrowser();
const site = await startSite();
const browser = await launch({
  executablePath,
  // The address bar's own pages would load while ours is measured.
  args: [...args, "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup"],
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
