import { brotliDecompressSync } from "node:zlib";

import type { FastifyInstance } from "fastify";
import { describe, expect } from "vitest";

import { test } from "../../test-support/app.ts";

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

  test("a browser that accepts Brotli gets a page in it, and another gets the page as it is", async ({
    app,
  }) => {
    const plain = await get(app, "/");
    const coded = await get(app, "/", { "accept-encoding": "gzip, deflate, br, zstd" });
    expect(plain.headers).not.toHaveProperty("content-encoding");
    expect(coded.headers).toMatchObject({ "content-encoding": "br" });
    expect(String(brotliDecompressSync(coded.rawPayload))).toBe(plain.body);
  });
});

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
])("%s gets the 404 page", async (url, { app }) => {
  const response = await get(app, url);
  expect(response.statusCode).toBe(404);
  expect(response.body).toContain("Oops! Page not found");
  expect(response.headers).toMatchObject({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": "default-src 'self'",
  });
});
