import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { createSecureServer, type OutgoingHttpHeaders } from "node:http2";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";

import { request } from "undici";

import { createAuthority } from "../test-support/certificates.ts";

type CachedResponse = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** The start page without its scripts, for comparison. */
export const SCRIPT_FREE_PAGE = "/without-script";

const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g;
/** Hop-by-hop headers, forbidden in HTTP/2. */
const CONNECTION_HEADERS = ["connection", "keep-alive", "transfer-encoding"];

/**
 * TLS and HTTP/2 in front of our server, as on every host. Responses are cached, so that the page is
 * served as fast with its scripts as without.
 */
export async function startTlsProxy(upstream: string) {
  const cache = new Map<string, Promise<CachedResponse>>();
  const { folder } = createAuthority();
  const [key, cert] = ["ca.key", "ca.crt"].map((name) => readFileSync(join(folder, name)));
  rmSync(folder, { recursive: true });
  const server = createSecureServer({ key, cert }, async ({ url }, reply) => {
    const found = cache.get(url) ?? read(upstream, url);
    cache.set(url, found);
    const { status, headers, body } = await found;
    reply.writeHead(status, headers).end(body);
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      await once(server, "close");
    },
  };
}

/** The upstream's response, unchanged. */
async function read(upstream: string, url: string): Promise<CachedResponse> {
  const scriptFree = url === SCRIPT_FREE_PAGE;
  const { statusCode, headers, body } = await request(upstream + (scriptFree ? "/" : url), {
    headers: { "accept-encoding": scriptFree ? "identity" : "br" },
  });
  for (const name of CONNECTION_HEADERS) delete headers[name];
  // On static hosts the 404 page is a page too: the browser reports no failed request.
  const status = url === "/404.html" ? 200 : statusCode;
  if (!scriptFree) return { status, headers, body: Buffer.from(await body.arrayBuffer()) };
  const page = brotliCompressSync((await body.text()).replaceAll(SCRIPT, ""));
  const coded = { "content-encoding": "br", "content-length": page.length };
  return { status, headers: { ...headers, ...coded }, body: page };
}
