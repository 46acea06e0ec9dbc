/** `npm run bench`: measures the built site and fails if it misses a limit. `-- --save` writes `results.txt`. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { cpus } from "node:os";

import { launch, type Browser } from "puppeteer-core";

import { startSite } from "../test-support/site-server.ts";
import { browserOptions } from "../tools/browser-options.ts";
import { buildSite } from "../tools/build.ts";
import { isolateEnvironment } from "../tools/test-environment.ts";
import { startBarePage } from "./bare-page.ts";
import { measureInteractions } from "./interactions.ts";
import { measurePage } from "./lighthouse.ts";
import { isMet, toLine } from "./measure.ts";

isolateEnvironment();
buildSite();
const site = await startSite();
const bare = await startBarePage(site.origin);
const browser = await openBrowser();
const measures = [
  ...(await measurePage(openBrowser, { page: site.origin, bare: bare.origin })),
  ...(await measureInteractions(browser, site.origin)),
];
const version = await browser.version();
await browser.close();
bare.stop();
await site.stop();

const commit = execFileSync("git", ["describe", "--always", "--dirty"], {
  encoding: "utf8",
}).trim();
const date = new Date().toISOString().slice(0, 10);
const lines = [
  `Commit ${commit}, ${date}, ${cpus().length} cores of ${cpus()[0]?.model.trim()}, ${version}`,
  ...measures.map(toLine),
];
console.log(lines.join("\n"));
if (process.argv.includes("--save")) {
  writeFileSync(new URL("results.txt", import.meta.url), `${lines.join("\n")}\n`);
}
process.exitCode = measures.every(isMet) ? 0 : 1;

async function openBrowser(): Promise<Browser> {
  return launch({
    ...browserOptions(),
    args: [
      // Otherwise, Chromium would load pages of its own for the omnibox during a measurement.
      "--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup",
      // Chromium's sandbox does not run as root.
      ...(process.getuid?.() === 0 ? ["--no-sandbox"] : []),
    ],
    defaultViewport: null,
  });
}
