import { brotliDecompressSync, gunzipSync } from "node:zlib";

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

  test.for([
    [
      "/assets/client-Bx1.js",
      "application/javascript; charset=utf-8",
      "public, max-age=31536000, immutable",
    ],
    ["/assets/photo-Cy2.avif", "image/avif", "public, max-age=31536000, immutable"],
    ["/favicon.svg?x=1", "image/svg+xml", "no-cache"],
  ] as const)(
    "%s is %s, cached as headers.json says: %s",
    async ([url, type, caching], { app }) => {
      const { headers } = await get(app, url);
      expect(headers).toMatchObject({ "content-type": type, "cache-control": caching });
    },
  );

  test.for([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, br;q=0.5", "gzip"],
    ["*;q=0", undefined],
    ["", undefined],
  ] as [string, "br" | "gzip" | undefined][])(
    "for a browser that accepts %j, a page is compressed as %s, with an ETag of its own",
    async ([header, coding], { app }) => {
      const [plain, coded] = [
        await get(app, "/"),
        await get(app, "/", { "accept-encoding": header }),
      ];
      expect(coded.headers["content-encoding"]).toBe(coding);
      const decode = coding && { br: brotliDecompressSync, gzip: gunzipSync }[coding];
      expect(String(decode ? decode(coded.rawPayload) : coded.body)).toBe(plain.body);
      expect(coded.headers.etag === plain.headers.etag).toBe(coding === undefined);
    },
  );
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
