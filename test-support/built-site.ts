import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";

import { CURRENT, PAGES, SHELL, SITE, type CurrentBuild } from "../contract/build-output.ts";

/** Writes a minimal build, which becomes the current one. Returns the folder of its published files. */
export function writeBuild(builds: string, current: CurrentBuild, css = ""): string {
  const folder = join(builds, current.folder);
  const site = join(folder, SITE);
  writeBuiltSite(site, css);
  writeFileSync(join(folder, SHELL), "");
  const pages = "export const renderServerPage = async (content) => JSON.stringify(content);";
  writeFileSync(join(folder, PAGES), pages);
  writeFileSync(join(builds, CURRENT), JSON.stringify(current));
  return site;
}

/** Writes minimal published files. With `css`, the home page has an inline style, and the headers allow no other. */
export function writeBuiltSite(folder: string, css = ""): void {
  mkdirSync(join(folder, "assets"), { recursive: true });
  const files = {
    "index.html": `<!doctype html><title>Home</title>${css && `<style>${css}</style>`}<h1>Home</h1>`,
    "404.html": "<!doctype html><title>Not found</title><h1>Oops! Page not found</h1>",
    "favicon.svg": '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1" />',
    "assets/client-Bx1.js": "document.title += '!';",
  };
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.br`), brotliCompressSync(text));
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  }
  writeFileSync(join(folder, "assets/photo-Cy2.avif"), "not really a photo");
  writeFileSync(join(folder, ".secret"), "a secret");
  const everywhere = {
    "Content-Security-Policy": `default-src 'self'${css && `; style-src '${hashOf(css)}'`}`,
    "X-Content-Type-Options": "nosniff",
  };
  const rules = [
    { path: "/*", headers: everywhere },
    { path: "/assets/*", headers: { "Cache-Control": "public, max-age=31536000, immutable" } },
  ];
  writeFileSync(join(folder, "headers.json"), JSON.stringify(rules));
}

/** A source expression of a Content Security Policy. */
export function hashOf(inline: string): string {
  return `sha256-${createHash("sha256").update(inline).digest("base64")}`;
}
