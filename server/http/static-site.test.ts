import { brotliDecompressSync, gunzipSync } from "node:zlib";

import { afterAll, describe, expect, test } from "vitest";

import { openSqliteStore } from "../store/sqlite/store.ts";
import { buildTestApp } from "../../test-support/server.ts";

// The store is never opened: pages need none.
const app = await buildTestApp(openSqliteStore("/nonexistent/requests.sqlite"));
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: "GET", url, headers });

describe("the built site", () => {
  test("is served with the headers of its build", async () => {
    const page = await get("/");
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain("<h1>Home</h1>");
    expect(page.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'self'",
      "cache-control": "no-cache",
      vary: "Accept-Encoding",
    });
  });

  test("hashed files are cached forever, others as headers.json specifies", async () => {
    const script = await get("/assets/client-Bx1.js");
    expect(script.headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect(script.headers["content-type"]).toBe("text/javascript; charset=utf-8");
    const robots = await get("/robots.txt?x=1");
    expect(robots.headers["cache-control"]).toBe("public, max-age=3600");
    const photo = await get("/assets/photo-Cy2.avif");
    expect(photo.headers).toMatchObject({ "content-type": "image/avif" });
    expect(photo.headers).not.toHaveProperty("vary");
  });

  test.each([
    ["gzip, deflate, br, zstd", "br"],
    ["gzip, br;q=0.5", "gzip"],
    ["*;q=0", undefined],
    ["", undefined],
  ])(
    "is compressed as the browser prefers, with an ETag per encoding: %j",
    async (header, encoding) => {
      const [plain, coded] = [await get("/"), await get("/", { "accept-encoding": header })];
      expect(coded.headers["content-encoding"]).toBe(encoding);
      const decode = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""];
      expect(String(decode ? decode(coded.rawPayload) : coded.body)).toBe(plain.body);
      expect(coded.headers.etag === plain.headers.etag).toBe(encoding === undefined);
    },
  );

  test.each(["/", "/assets/client-Bx1.js"])("%s gets 304 when its ETag is known", async (url) => {
    const { etag = "" } = (await get(url)).headers;
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await get(url, { "if-none-match": known });
      expect(again).toMatchObject({ statusCode: 304, body: "" });
      expect(again.headers["etag"]).toBe(etag);
    }
    expect(await get(url, { "if-none-match": '"other"' })).toMatchObject({ statusCode: 200 });
  });

  test("HEAD is GET without the body", async () => {
    const [head, whole] = [await app.inject({ method: "HEAD", url: "/" }), await get("/")];
    expect(head).toMatchObject({ statusCode: 200, body: "" });
    expect(head.headers["content-length"]).toBe(whole.headers["content-length"]);
  });

  test.each(["POST", "PUT", "DELETE", "PATCH", "OPTIONS"] as const)(
    "%s gets 405",
    async (method) => {
      const response = await app.inject({ method, url: "/", payload: "x" });
      expect(response).toMatchObject({ statusCode: 405, headers: { allow: "GET, HEAD" } });
    },
  );
});

describe("the 404 page is the response to", () => {
  test.each([
    "/nope",
    "/assets",
    "/index.html",
    "/_headers",
    "/index.html.br",
    "/.secret",
    "/..%2f..%2fetc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/..%5c..%5c.secret",
    "/%zz",
    "//etc/passwd",
    "/__proto__",
    `/${"a".repeat(5_000)}`,
  ])("%s", async (url) => {
    const response = await get(url);
    expect(response.statusCode).toBe(404);
    expect(response.body).toContain("Oops! Page not found");
    expect(response.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": "default-src 'self'",
    });
  });
});
