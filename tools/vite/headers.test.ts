import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync, existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import type { RequirementStore } from "../../server/store/store.ts";
import { openSqliteStore } from "../../server/store/sqlite/store.ts";
import { readStaticSite } from "../../server/http/static-site.ts";
import { buildTestApp } from "../../test-support/server.ts";
import { finishDist } from "./finish-dist.ts";
import { headerRules } from "./headers.ts";

const SCRIPTS = { "index.html": "start();\nrun(`</p>`);", "404.html": "console.warn(1);" };
const PATHS = ["/", "/404.html", "/robots.txt", "/assets/client-Bx1.js", "/assets/a/photo.avif"];

let dist: string;
let app: FastifyInstance;
let store: RequirementStore;

beforeAll(async () => {
  dist = mkdtempSync(join(tmpdir(), "site-hosts-"));
  mkdirSync(join(dist, "assets/a"), { recursive: true });
  for (const [page, script] of Object.entries(SCRIPTS)) {
    const html = `<!doctype html><body><p></p><script type="module">${script}</script></body>`;
    writeFileSync(join(dist, page), html);
  }
  for (const name of ["assets/client-Bx1.js", "assets/a/photo.avif"]) {
    writeFileSync(join(dist, name), "");
  }
  await finishDist(dist, null);
  store = openSqliteStore(join(dist, "unused/requests.sqlite"));
  app = await buildTestApp(store, { site: await readStaticSite(dist) });
});

afterAll(async () => {
  await app.close();
  rmSync(dist, { recursive: true });
});

/** The headers that our server sends for a path, in lower case. */
async function sentByOurServer(path: string): Promise<Record<string, string>> {
  const { headers } = await app.inject(path);
  const ruled = new Set(
    headerRules(null, []).flatMap((rule) =>
      Object.keys(rule.headers).map((name) => name.toLowerCase()),
    ),
  );
  // Without a rule our server sets the caching of pages itself, as every host does.
  if (!path.startsWith("/assets/")) ruled.delete("cache-control");
  const sent = [...ruled].filter((name) => headers[name] !== undefined);
  return Object.fromEntries(sent.map((name) => [name, String(headers[name])]));
}

describe.each(PATHS)("for %s", (path) => {
  test("Netlify and Cloudflare Pages send the headers that our server sends", async () => {
    const expected = await sentByOurServer(path);
    expect(readUnderscoreHeaders(readFileSync(join(dist, "_headers"), "utf8"), path)).toEqual(
      expected,
    );
  });

  test("Vercel sends the headers that our server sends", async () => {
    const expected = await sentByOurServer(path);
    expect(readVercel(readFileSync(join(dist, "vercel.json"), "utf8"), path)).toEqual(expected);
  });
});

test("avoids what hosts treat differently: repeated headers for a path, long or many lines", () => {
  for (const path of PATHS) {
    const names = headerRules(null, [])
      .filter((rule) => path.startsWith(rule.path.slice(0, -1)))
      .flatMap((rule) => Object.keys(rule.headers));
    expect(new Set(names).size).toBe(names.length);
  }
  const text = readFileSync(join(dist, "_headers"), "utf8");
  // Cloudflare Pages: at most 100 rules, and 2,000 characters a line.
  expect(text.split("\n").filter((line) => line.startsWith("/")).length).toBeLessThan(100);
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThan(2_000);
});

test("GitHub Pages gets its 404 page, and leaves files with an underscore alone", () => {
  expect(existsSync(join(dist, "404.html"))).toBe(true);
  expect(existsSync(join(dist, ".nojekyll"))).toBe(true);
});

test.each(["/_headers", "/vercel.json", "/vercel.json.br", "/headers.json", "/.nojekyll"])(
  "our server does not serve %s, which is for other hosts",
  async (path) => {
    expect((await app.inject(path)).statusCode).toBe(404);
  },
);

test("the policy allows the inline scripts of the build and no others", async () => {
  const hashes = Object.values(SCRIPTS).map(
    (script) => `'sha256-${createHash("sha256").update(script).digest("base64")}'`,
  );
  const { headers } = await app.inject("/");
  const policy = String(headers["content-security-policy"]).split("; ");
  const sources = policy
    .find((part) => part.startsWith("script-src "))
    ?.split(" ")
    .slice(1);
  expect(sources?.toSorted()).toEqual(["'self'", ...hashes].toSorted());
});

test("a hosted backend is the only other origin that the page may connect to", () => {
  const [everywhere] = headerRules("https://project.example.com/some/path", []);
  expect(everywhere?.headers["Content-Security-Policy"]).toContain(
    "connect-src 'self' https://project.example.com;",
  );
});

/** Parses `_headers` as Netlify documents it, independently of the code that writes it. */
function readUnderscoreHeaders(text: string, path: string): Record<string, string> {
  const found: Record<string, string> = {};
  let matches = false;
  for (const line of text.split("\n").filter((each) => each.trim() !== "")) {
    if (line.startsWith("/")) {
      matches = path.startsWith(line.slice(0, line.indexOf("*")));
    } else if (matches) {
      const [name = "", ...value] = line.trim().split(": ");
      found[name.toLowerCase()] = value.join(": ");
    }
  }
  return found;
}

/** As Vercel documents `headers`: a source of literals and groups is a regular expression. */
function readVercel(text: string, path: string): Record<string, string> {
  const { headers } = JSON.parse(text) as {
    headers: { source: string; headers: { key: string; value: string }[] }[];
  };
  const matching = headers.filter(({ source }) => new RegExp(`^${source}$`).test(path));
  return Object.fromEntries(
    matching.flatMap((rule) => rule.headers.map(({ key, value }) => [key.toLowerCase(), value])),
  );
}
