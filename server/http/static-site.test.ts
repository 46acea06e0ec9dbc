import { mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";

import fastify, { type FastifyInstance } from "fastify";
import { describe, expect, onTestFinished } from "vitest";

import { test } from "../../test-support/app.ts";
import { hashOf, writeBuild } from "../../test-support/built-site.ts";
import { readBuild } from "./read-build.ts";
import { staticSite } from "./static-site.ts";

function get(app: FastifyInstance, url: string, headers: Record<string, string> = {}) {
  return app.inject({ method: "GET", url, headers });
}

describe("pages of the built site", () => {
  test("a page is served with the headers of its build", async ({ app }) => {
    const page = await get(app, "/");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<h1>Home</h1>");
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'self'",
      "cache-control": "no-cache",
      vary: "accept-encoding",
    });
  });

  test("a file whose name changes with its content is cached for a year", async ({ app }) => {
    expect((await get(app, "/assets/photo-Cy2.avif")).headers).toMatchObject({
      "content-type": "image/avif",
      "cache-control": "public, max-age=31536000, immutable",
    });
  });

  test("a film is sent in the parts that a browser asks for", async ({ app }) => {
    const part = await get(app, "/assets/photo-Cy2.avif", { range: "bytes=4-9" });
    expect([part.statusCode, part.body]).toEqual([206, "really"]);
    expect(part.headers["content-range"]).toBe("bytes 4-9/18");
  });

  test("a browser that accepts Brotli gets a page in it, and another gets the page as it is", async ({
    app,
  }) => {
    const plain = await get(app, "/");
    const coded = await get(app, "/", { "accept-encoding": "gzip, deflate, br, zstd" });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(coded.headers).toMatchObject({ "content-encoding": "br" });
    expect(String(brotliDecompressSync(coded.rawPayload))).toBe(plain.body);
  });

  test("a browser that has the page receives it again only after a change", async ({ app }) => {
    const { etag } = (await get(app, "/")).headers as { etag: string };
    const again = await get(app, "/", { "if-none-match": etag });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    expect((await get(app, "/", { "if-none-match": 'W/"other"' })).statusCode).toBe(200);
  });
});

describe("a build under a running server", () => {
  /** Starts a server, and then builds twice, as if the first build had been made long before. */
  async function startAndBuild() {
    const builds = mkdtempSync(join(tmpdir(), "site-update-"));
    onTestFinished(() => rmSync(builds, { recursive: true }));
    const start = async () => {
      const build = await readBuild(builds);
      if (build.kind === "unusable") throw new Error(build.problem);
      const app = fastify();
      await app.register(staticSite, build.site);
      return app;
    };
    writeBuild(builds, { folder: "1", previous: null }, OLD);
    const running = await start();
    const site = writeBuild(builds, { folder: "2", previous: "1" }, NEW);
    renameSync(join(site, SCRIPT), join(site, "assets/client-Dz4.js"));
    renameSync(join(site, `${SCRIPT}.br`), join(site, "assets/client-Dz4.js.br"));
    return { builds, running, start };
  }

  test("a page stays styled before and after the restart", async () => {
    const { running, start } = await startAndBuild();
    const expectStyled = async (app: FastifyInstance, css: string) => {
      for (const [coding, decode] of Object.entries(DECODERS)) {
        const page = await get(app, "/", { "accept-encoding": coding });
        expect(String(decode(page.rawPayload))).toContain(`<style>${css}</style>`);
        expect(page.headers["content-security-policy"]).toContain(hashOf(css));
      }
    };
    await expectStyled(running, OLD);
    await expectStyled(await start(), NEW);
  });

  test("an open page still loads its scripts, before and after the restart", async () => {
    const { builds, running, start } = await startAndBuild();
    const restarted = await start();
    rmSync(join(builds, "1"), { recursive: true });
    for (const app of [running, restarted]) {
      const script = await get(app, SCRIPT, { "accept-encoding": "br" });
      expect(script.statusCode).toBe(200);
      expect(script.headers).toMatchObject({
        "content-type": "text/javascript; charset=utf-8",
        "content-encoding": "br",
        "cache-control": "public, max-age=31536000, immutable",
      });
    }
    expect((await get(restarted, "/assets/client-Dz4.js")).statusCode).toBe(200);
  });

  test("a build that was killed half-way changes nothing for a restart", async () => {
    const { builds, start } = await startAndBuild();
    mkdirSync(join(builds, "unfinished-7"));
    expect((await get(await start(), "/")).body).toContain(NEW);
  });
});

const SCRIPT = "/assets/client-Bx1.js";
const [OLD, NEW] = ["h1 { color: navy }", "h1 { color: red }"];
const DECODERS = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (bytes: Buffer) => bytes,
};

test.for([
  "/nope",
  "/index.html",
  "/_headers",
  "/index.html.br",
  "/.secret",
  "/..%2f..%2fetc/passwd",
  "/%2e%2e/%2e%2e/etc/passwd",
  "/assets/..%5c..%5c.secret",
  "/%zz",
  `/${"a".repeat(5_000)}`,
  "//",
  "//?x=1",
])("%s gets the 404 page", async (url, { app }) => {
  const response = await get(app, url);
  expect(response.statusCode).toBe(404);
  expect(response.body).toContain("Oops! Page not found");
  expect(response.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'self'",
  });
});
