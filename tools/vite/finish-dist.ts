import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { SITE } from "../../site/site.ts";
import { headerRules, headersFile, jsonFile, vercelFile } from "./headers.ts";

const COMPRESSIBLE = /\.(html|css|js|json|svg|txt|csv|xml)$/;

/**
 * Adds what a host needs to the built files: headers, files for crawlers, and compressed copies.
 */
export async function finishDist(dist: string, restUrl: string | null): Promise<void> {
  // GitHub Pages would run Jekyll, which drops files that start with an underscore.
  await writeFile(join(dist, ".nojekyll"), "");
  await writeFile(join(dist, "robots.txt"), robots());
  await writeFile(join(dist, "sitemap.xml"), sitemap());
  const names = await readdir(dist, { recursive: true });
  const rules = headerRules(restUrl);
  await writeFile(join(dist, "_headers"), headersFile(rules));
  await writeFile(join(dist, "vercel.json"), vercelFile(rules));
  await writeFile(join(dist, "headers.json"), jsonFile(rules));
  const texts = names.filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(texts.map((name) => compress(join(dist, name))));
}

function robots(): string {
  return ["User-agent: *", "Disallow: /rest/", "", `Sitemap: ${SITE.origin}/sitemap.xml`, ""].join(
    "\n",
  );
}

function sitemap(): string {
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    `  <url><loc>${SITE.origin}/</loc></url>`,
    "</urlset>",
    "",
  ].join("\n");
}

async function compress(path: string): Promise<void> {
  const content = await readFile(path);
  const [brotli, gzipped] = await Promise.all([
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
    promisify(gzip)(content, { level: constants.Z_BEST_COMPRESSION }),
  ]);
  await Promise.all([writeFile(`${path}.br`, brotli), writeFile(`${path}.gz`, gzipped)]);
}
