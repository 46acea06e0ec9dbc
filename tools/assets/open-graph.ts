/**
 * `npm run open-graph`: the picture in link previews, which must be readable at a width of 300 px, and
 * `docs/page.webp`, the first window of the page, for the README.
 */
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";
import sharp from "sharp";
import { preview } from "vite";

import { SITE } from "../../site/site.ts";
import { buildSite } from "../build.ts";
import { findBrowser } from "../find-browser.ts";
import { openGraphText } from "../vite/publish-warnings.ts";

/** A picture has no scroll bar. */
const WITHOUT_SCROLL_BAR = "html { overflow: hidden; scrollbar-gutter: auto; }";

const OPEN_GRAPH = `
  ${WITHOUT_SCROLL_BAR}
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
const server = await preview({
  appType: "mpa",
  environments: { client: { build: { outDir: "dist" } } },
  preview: { port: 0 },
});
const browser = await chromium.launch({ executablePath: findBrowser() });
try {
  // JPEG: not every reader of Open Graph pictures supports more.
  await sharp(await takePicture({ width: 1200, height: 630 }, OPEN_GRAPH))
    .resize(1200, 630)
    .jpeg({ quality: 84, mozjpeg: true })
    // What it shows: a build compares it with the site.
    .withExif({ IFD0: { ImageDescription: openGraphText(SITE) } })
    .toFile(fileURLToPath(new URL("../../site/assets/open-graph.jpg", import.meta.url)));
  await sharp(await takePicture({ width: 1440, height: 910 }, WITHOUT_SCROLL_BAR))
    .resize(1200)
    .webp({ quality: 84 })
    .toFile(fileURLToPath(new URL("../../docs/page.webp", import.meta.url)));
} finally {
  await browser.close();
  await server.close();
}

/** The top of the page. Throws where the server has no page: a picture of its error would be published. */
async function takePicture(
  viewport: { width: number; height: number },
  style: string,
): Promise<Buffer> {
  const page = await browser.newPage({
    viewport,
    deviceScaleFactor: 2,
    reducedMotion: "reduce",
    bypassCSP: true,
  });
  const url = server.resolvedUrls?.local[0] ?? "";
  const response = await page.goto(url, { waitUntil: "networkidle" });
  if (response?.status() !== 200) throw new Error(`${url} is not the page: ${response?.status()}`);
  await page.addStyleTag({ content: style });
  return page.screenshot();
}
