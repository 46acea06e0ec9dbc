import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress } from "node:zlib";

import { request } from "undici";

export type TlsProxy = { origin: string; close: () => Promise<void> };
type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** The start page with every script cut out, to compare it with. */
export const SCRIPT_FREE_PAGE = "/without-script";

const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g;
/** Of one connection, and forbidden in HTTP/2. */
const CONNECTION_HEADERS = ["connection", "keep-alive", "transfer-encoding"];

/**
 * TLS and HTTP/2 in front of our server, as every host has it. Answers are kept, so that a page comes
 * as quickly with its scripts as without.
 */
export async function startTlsProxy(upstream: string): Promise<TlsProxy> {
  const kept = new Map<string, Promise<Answer>>();
  const server = createSecureServer(makeCertificate(), (incoming, reply) => {
    void answer(incoming, reply);
  });
  const sessions = new Set<{ destroy: () => void }>();
  server.on("session", (session) => sessions.add(session));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.close();
      for (const session of sessions) session.destroy();
      await once(server, "close");
    },
  };

  async function answer(incoming: Http2ServerRequest, reply: Http2ServerResponse): Promise<void> {
    const { url } = incoming;
    const found = kept.get(url) ?? read(upstream, url);
    kept.set(url, found);
    const { status, headers, body } = await found;
    reply.writeHead(status, headers).end(body);
  }
}

/** The upstream's answer as it came, packed with brotli where it is text. */
async function read(upstream: string, url: string): Promise<Answer> {
  const scriptFree = url === SCRIPT_FREE_PAGE;
  const { statusCode, headers, body } = await request(upstream + (scriptFree ? "/" : url), {
    headers: { "accept-encoding": scriptFree ? "identity" : "br" },
  });
  for (const name of CONNECTION_HEADERS) delete headers[name];
  // A static host's way: under its own name the 404 page is there, and the browser says nothing.
  const status = url === "/404.html" ? 200 : statusCode;
  if (!scriptFree) return { status, headers, body: Buffer.from(await body.arrayBuffer()) };
  const page = await promisify(brotliCompress)((await body.text()).replaceAll(SCRIPT, ""));
  return {
    status,
    headers: { ...headers, "content-encoding": "br", "content-length": page.length },
    body: page,
  };
}

/** For this run alone; the browser is told to accept any. */
function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "bench-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const options =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 " +
    "-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1";
  try {
    execFileSync("openssl", [...options.split(" "), "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
