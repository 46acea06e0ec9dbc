/** `npm run open-graph`: renders the Open Graph image, and the screenshot in the README. */
import { fileURLToPath } from "node:url";

import { chromium, type Page } from "@playwright/test";
import sharp from "sharp";
import { createServer, isRunnableDevEnvironment } from "vite";

import { SITE } from "../../site/site.ts";
import { browserOptions } from "../browser-options.ts";
import { openGraphText } from "../vite/publish-warnings.ts";

type LinkPreview = { renderLinkPreview: () => string };

const server = await createServer({ server: { port: 0 }, logLevel: "warn" });
await server.listen();
const origin = server.resolvedUrls?.local[0] ?? "";
const browser = await chromium.launch(browserOptions());
try {
  const preview = await openPage({ width: 1200, height: 630 });
  const url = `${origin}link-preview`;
  const body = await renderLinkPreview();
  await preview.route(url, (route) => route.fulfill({ contentType: "text/html", body }));
  // JPEG, because some crawlers do not support AVIF or WebP.
  await sharp(await takeScreenshot(preview, url))
    .resize(1200, 630)
    .jpeg({ quality: 84, mozjpeg: true })
    // A build compares this text with the site's text to detect an outdated image.
    .withExif({ IFD0: { ImageDescription: openGraphText(SITE) } })
    .toFile(fileURLToPath(new URL("../../site/assets/open-graph.jpg", import.meta.url)));
  await sharp(await takeScreenshot(await openPage({ width: 1440, height: 910 }), origin))
    .resize(1200)
    .webp({ quality: 84 })
    .toFile(fileURLToPath(new URL("../../docs/page.webp", import.meta.url)));
} finally {
  await browser.close();
  await server.close();
}

async function renderLinkPreview(): Promise<string> {
  const { ssr } = server.environments;
  if (!isRunnableDevEnvironment(ssr)) throw new Error("The ssr environment cannot run.");
  const module = await ssr.runner.import<LinkPreview>("/site/link-preview/link-preview.tsx");
  return module.renderLinkPreview();
}

function openPage(viewport: { width: number; height: number }): Promise<Page> {
  return browser.newPage({ viewport, deviceScaleFactor: 2, reducedMotion: "reduce" });
}

/** Throws on a failed response, because its error page would be published. */
async function takeScreenshot(page: Page, url: string): Promise<Buffer> {
  page.on("response", (response) => {
    if (!response.ok()) throw new Error(`${response.url()}: ${response.status()}`);
  });
  await page.goto(url, { waitUntil: "networkidle" });
  return page.screenshot({ style: "html { overflow: hidden; scrollbar-gutter: auto; }" });
}
