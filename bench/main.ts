/** `npm run bench [-- --save]`: measures the built site and prints each value beside its limit. */
import { launch } from "puppeteer-core";

import { startNginx } from "../test-support/nginx.ts";
import { installed } from "../test-support/programs.ts";
import { startSite } from "../test-support/site-server.ts";
import { buildSite } from "../tools/build.ts";
import { requireBrowser } from "../tools/find-browser.ts";
import { measureInteractions } from "./interactions.ts";
import { addPageWithoutScript, measureLighthouse } from "./lighthouse.ts";
import { report } from "./report.ts";

const nginxPath = installed("nginx");
if (nginxPath === undefined)
  throw new Error("nginx is not installed: Debian's package nginx-light");
buildSite();
const removePage = await addPageWithoutScript();
const site = await startSite();
// The server has read it by now.
await removePage();
const nginx = await startNginx(nginxPath, Number(new URL(site.origin).port));
const browser = await launch({
  ...requireBrowser(),
  args: [
    // The address bar's own pages would load while ours is measured.
    "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
    // Chromium does not sandbox pages for root.
    ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
  ],
  // The certificate signs itself.
  acceptInsecureCerts: true,
  defaultViewport: null,
});
const measures = [
  ...(await measureLighthouse(browser, nginx.https)),
  ...(await measureInteractions(browser, site.origin)),
];
const version = await browser.version();
await browser.close();
await nginx.stop();
await site.stop();
await report("npm run bench", version, measures);
