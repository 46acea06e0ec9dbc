import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import { DESK_PATH } from "../../contract/routes.ts";
import { headerRules, headersFile, vercelFile } from "./headers.ts";

const COMPRESSIBLE = /\.(html|css|js|json|svg)$/;

/** `pages` are the finished HTML files, whose inline styles the headers allow. */
export async function finishDist(
  dist: string,
  restUrl: string | null,
  pages: string[],
): Promise<void> {
  const names = await readdir(dist, { recursive: true });
  const texts = names.filter((name) => COMPRESSIBLE.test(name));
  await Promise.all(texts.map((name) => compress(join(dist, name))));
  const html = await Promise.all(pages.map((name) => readFile(join(dist, name), "utf8")));
  const rules = headerRules(restUrl, html);
  await writeFile(join(dist, "headers.json"), JSON.stringify(rules));
  await writeFile(join(dist, "_headers"), headersFile(rules));
  await writeFile(join(dist, "vercel.json"), vercelFile(rules));
  await writeFile(join(dist, "robots.txt"), robotsFile(restUrl));
}

/** Disallows the desk, except on static hosts, which have none: https://www.rfc-editor.org/rfc/rfc9309. */
export function robotsFile(restUrl: string | null): string {
  return ["User-agent: *", restUrl === null ? `Disallow: ${DESK_PATH}` : "Allow: /", ""].join("\n");
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
