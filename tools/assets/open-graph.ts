/**
 * Makes the Open Graph picture from the built page itself: its wordmark, headline, path and rig, arranged so
 * that they can be read at a width of 300 px: `npm run open-graph`, after a change to one of them.
 */
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";
import sharp from "sharp";
import { preview } from "vite";

import { SITE } from "../../site/site.ts";
import { buildSite } from "../build.ts";
import { requireBrowser } from "../find-browser.ts";
import { openGraphText } from "../vite/placeholders.ts";

const STYLE = `
  html {
    overflow: hidden;
    scrollbar-gutter: auto;
  }
  .nav-bar-inner > :not(.nav-bar-logo),
  .hero-text > :not(h1),
  .hero-blob {
    display: none;
  }
  .nav-bar-inner {
    max-width: none;
    height: auto;
    padding: 56px 60px;
  }
  .logo {
    font-size: 46px;
  }
  .hero-inner {
    display: block;
    padding: 0;
  }
  h1 {
    position: absolute;
    top: 178px;
    left: 60px;
    width: 500px;
    font-size: 67px;
  }
  .hero-stage {
    position: absolute;
    top: 34px;
    left: 576px;
    width: 768px;
    margin: 0;
  }
  .hero-trajectory path {
    stroke-width: 3px;
  }
  .hero-trajectory .trajectory-samples {
    stroke-width: 14px;
  }
  .hero-trajectory .trajectory-samples-inner {
    stroke-width: 8px;
  }
`;

buildSite();
const server = await preview({ preview: { port: 0 } });
const browser = await chromium.launch(requireBrowser());
const page = await browser.newPage({
  viewport: { width: 1200, height: 630 },
  deviceScaleFactor: 2,
  reducedMotion: "reduce",
  bypassCSP: true,
});
await page.goto(`${server.resolvedUrls?.local[0]}index.html`, { waitUntil: "networkidle" });
await page.addStyleTag({ content: STYLE });
const screenshot = await page.screenshot();
await browser.close();
await server.close();
// JPEG: not every reader of Open Graph pictures supports more.
await sharp(screenshot)
  .resize(1200, 630)
  .jpeg({ quality: 84, mozjpeg: true })
  // What it shows: a build compares it with the site.
  .withExif({ IFD0: { ImageDescription: openGraphText(SITE) } })
  .toFile(fileURLToPath(new URL("../../site/assets/open-graph.jpg", import.meta.url)));
