import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { request, type IncomingMessage } from "node:http";
import {
  createSecureServer,
  type Http2ServerRequest,
  type Http2ServerResponse,
  type OutgoingHttpHeaders,
} from "node:http2";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { brotliCompressSync } from "node:zlib";

export type Front = { origin: string; close: () => Promise<void> };
type Answer = { status: number; headers: OutgoingHttpHeaders; body: Buffer };

/** Of one connection, and forbidden in HTTP/2. */
const CONNECTION_HEADERS = ["connection", "keep-alive", "transfer-encoding"];
const SCRIPT = /<script\b[^>]*>[\s\S]*?<\/script>/g;

/**
 * TLS and HTTP/2 before our server, as every host has it: our own HTTP/1.1 is for the machine
 * itself. Without `scripts`, the same pages with every script cut out. Answers are kept, so that
 * either page comes as quickly.
 */
export async function startFront(
  upstream: string,
  { scripts }: { scripts: boolean },
): Promise<Front> {
  const kept = new Map<string, Promise<Answer>>();
  const server = createSecureServer(
    { ...makeCertificate(), allowHTTP1: true },
    (incoming, reply) => void answer(incoming, reply),
  );
  const sessions = new Set<{ destroy: () => void }>();
  server.on("session", (session) => {
    sessions.add(session);
    session.once("close", () => sessions.delete(session));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      for (const session of sessions) session.destroy();
      server.close();
      await once(server, "close");
    },
  };

  async function answer(incoming: Http2ServerRequest, reply: Http2ServerResponse): Promise<void> {
    const encodings = incoming.headers["accept-encoding"] ?? "";
    const key = `${incoming.url} ${encodings}`;
    const found = kept.get(key) ?? read(upstream + incoming.url, encodings, scripts);
    kept.set(key, found);
    const { status, headers, body } = await found;
    reply.writeHead(status, headers).end(body);
  }
}

async function read(url: string, encodings: string, scripts: boolean): Promise<Answer> {
  const sent = request(url, { headers: { "accept-encoding": encodings } }).end();
  const [incoming] = (await once(sent, "response")) as [IncomingMessage];
  const body = await buffer(incoming);
  const headers: OutgoingHttpHeaders = { ...incoming.headers };
  for (const name of CONNECTION_HEADERS) delete headers[name];
  // A static host's way: under its own name the 404 page is there, and the browser says nothing.
  const isNotFoundPage = url.endsWith("/404.html");
  const status = isNotFoundPage ? 200 : (incoming.statusCode ?? 500);
  const isPage = String(headers["content-type"]).startsWith("text/html");
  if (scripts || !isPage) return { status, headers, body };
  if (headers["content-encoding"]) return withoutScripts(await read(url, "identity", true));
  return withoutScripts({ status, headers, body });
}

function withoutScripts({ status, headers, body }: Answer): Answer {
  const page = brotliCompressSync(body.toString().replaceAll(SCRIPT, ""));
  return {
    status,
    headers: { ...headers, "content-encoding": "br", "content-length": page.length },
    body: page,
  };
}

/** For this run alone; the browser is told to take any. */
function makeCertificate(): { key: Buffer; cert: Buffer } {
  const folder = mkdtempSync(join(tmpdir(), "bench-tls-"));
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  const words =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 " +
    "-subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1";
  try {
    execFileSync("openssl", [...words.split(" "), "-keyout", key, "-out", cert], {
      stdio: "ignore",
    });
    return { key: readFileSync(key), cert: readFileSync(cert) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
