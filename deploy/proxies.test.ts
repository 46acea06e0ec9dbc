import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect, type IncomingHttpHeaders } from "node:http2";
import { connect as connectTls, type TLSSocket } from "node:tls";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { readConfig } from "../server/config.ts";
import type { RequestStore } from "../server/store/store.ts";
import { openSqliteStore } from "../server/store/sqlite/store.ts";
import { startCaddy, type Ports, type Proxy } from "../test-support/caddy.ts";
import { installed } from "../test-support/installed.ts";
import { freePort, startProgram, stopProgram } from "../test-support/programs.ts";
import { buildTestApp } from "../test-support/server.ts";
import { MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";

const RESOURCE = "/rest/v1/data_requirements";
const JSON_TYPE = { "content-type": "application/json" };

const openssl = installed("openssl");
const PROXIES = [
  { name: "Caddy", program: installed("caddy"), start: startCaddy },
  // Its certificate is made by openssl.
  { name: "nginx", program: openssl && installed("nginx"), start: startNginx },
];
for (const { name, program } of PROXIES) {
  if (program === undefined) process.stdout.write(`Skipped: ${name} is not installed here.\n`);
}

describe.each(PROXIES)("behind $name", ({ name, program, start }) => {
  describe.skipIf(program === undefined)("as deploy/ sets it up", () => {
    let folder: string;
    let port: number;
    let direct: string;
    let store: RequestStore;
    let app: FastifyInstance;
    let proxy: Proxy;

    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "site-proxy-"));
      store = openSqliteStore(join(folder, "requests.sqlite"));
      port = await freePort();
      app = await buildSite(store);
      direct = await app.listen({ port, host: "127.0.0.1" });
      proxy = await start(program ?? "", folder, {
        server: port,
        http: await freePort(),
        https: await freePort(),
      });
    });
    afterAll(async () => {
      await proxy.stop();
      await app.close();
      await store.close();
      rmSync(folder, { recursive: true, force: true });
    });

    test("the page is served over HTTP/2, compressed and with our server's headers", async () => {
      const headers = { "accept-encoding": "br, gzip" };
      const { alpn, response, body } = await sendRequest(proxy, { path: "/", headers });
      expect(alpn).toBe("h2");
      const own = await app.inject({ url: "/", headers });
      expect(own.headers["content-encoding"]).toBe("br");
      expect(body.equals(own.rawPayload)).toBe(true);
      // Between two programs connections end and times pass differently.
      const expected: Record<string, unknown> = {
        ...own.headers,
        "content-length": String(body.length),
      };
      for (const each of ["connection", "keep-alive", "date"]) delete expected[each];
      expect(response).toMatchObject(expected);
      expect(response[":status"]).toBe(200);
    });

    test("a cached file is not sent again", async () => {
      const etag = String((await app.inject("/")).headers.etag);
      const { response } = await sendRequest(proxy, {
        path: "/",
        headers: { "if-none-match": etag },
      });
      expect(response[":status"]).toBe(304);
    });

    test("an unknown path is the site's own 404 page", async () => {
      const { response, body } = await sendRequest(proxy, { path: "/no/such/page" });
      expect(response[":status"]).toBe(404);
      expect(body.toString()).toContain("Oops! Page not found");
    });

    test("the rate limit counts each visitor's real address, not a forged one", async () => {
      const send = async (from: string, claimed: string) => {
        const headers = { ...JSON_TYPE, "x-forwarded-for": claimed };
        const body = JSON.stringify(MINIMAL_REQUIREMENT);
        return (await sendRequest(proxy, { path: RESOURCE, headers, body, from })).response[
          ":status"
        ];
      };
      expect(await send("127.0.0.11", "192.0.2.1")).toBe(201);
      expect(await send("127.0.0.11", "192.0.2.2")).toBe(429);
      expect(await send("127.0.0.12", "192.0.2.1")).toBe(201);
    });

    test("a form posted without script is recognised as the page's own", async () => {
      const form = new URLSearchParams({ ...ONLY_TEXTS, email: "form@example.org" });
      const { response } = await sendRequest(proxy, {
        path: "/request",
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          origin: `https://localhost:${proxy.httpsPort}`,
        },
        body: form.toString(),
        from: "127.0.0.13",
      });
      expect(response[":status"]).toBe(303);
      expect(response.location).toBe("/#request-sent");
    });

    test("the largest valid request is stored", async () => {
      const text = "🤖".repeat(5_000);
      const body = JSON.stringify({
        ...MINIMAL_REQUIREMENT,
        data_type: text,
        data_amount: text,
        timeline: text,
        additional_hardware: text,
      });
      const { response } = await sendRequest(proxy, {
        path: RESOURCE,
        headers: JSON_TYPE,
        body,
        from: "127.0.0.14",
      });
      expect(response[":status"]).toBe(201);
    });

    test("plain HTTP redirects to HTTPS", async () => {
      const response = await fetch(`http://localhost:${proxy.httpPort}/a?b`, {
        redirect: "manual",
      });
      expect([301, 308]).toContain(response.status);
      expect(response.headers.get("location")).toMatch(/^https:\/\/localhost(:\d+)?\/a\?b$/);
    });

    // nginx responds with 502 meanwhile, and the page's script tries again.
    if (name !== "Caddy") return;
    test("a visitor's request waits while the server restarts", async () => {
      await app.close();
      expect(await fetch(direct).catch(() => "gone")).toBe("gone");
      const waiting = sendRequest(proxy, { path: "/" });
      app = await buildSite(store);
      await app.listen({ port, host: "127.0.0.1" });
      expect((await waiting).response[":status"]).toBe(200);
    });
  });
});

const { hardware_setup: _list, ...texts } = MINIMAL_REQUIREMENT;
const ONLY_TEXTS = Object.fromEntries(
  Object.entries(texts).flatMap(([field, text]) => (text === null ? [] : [[field, text]])),
);

/** Our server behind one proxy, with one request a minute and address. */
async function buildSite(store: RequestStore): Promise<FastifyInstance> {
  const reading = readConfig({ TRUST_PROXY: "1", RATE_LIMIT_PER_MINUTE: "1" });
  if (reading.kind === "invalid") throw new Error(reading.problems.join());
  return buildTestApp(store, { config: reading.config });
}

type TestRequest = { path: string; headers?: Record<string, string>; body?: string; from?: string };
type TestResponse = { alpn: string | undefined; response: IncomingHttpHeaders; body: Buffer };

/** One request over TLS and HTTP/2, from one of this machine's own addresses. */
async function sendRequest(
  proxy: Proxy,
  { path, headers = {}, body, from }: TestRequest,
): Promise<TestResponse> {
  const port = proxy.httpsPort;
  const session = connect(`https://localhost:${port}`, {
    createConnection: () =>
      connectTls({
        host: "127.0.0.1",
        port,
        servername: "localhost",
        ca: proxy.ca,
        ALPNProtocols: ["h2"],
        ...(from === undefined ? {} : { localAddress: from }),
      }),
  });
  try {
    return await new Promise((resolve, reject) => {
      session.once("error", reject);
      const stream = session.request({
        ":path": path,
        ":method": body === undefined ? "GET" : "POST",
        ...headers,
      });
      let response: IncomingHttpHeaders = {};
      const chunks: Buffer[] = [];
      stream.once("response", (received) => (response = received));
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.once("error", reject);
      stream.once("end", () => {
        const { alpnProtocol } = session.socket as TLSSocket;
        resolve({ alpn: alpnProtocol || undefined, response, body: Buffer.concat(chunks) });
      });
      stream.end(body);
    });
  } finally {
    session.close();
  }
}

/** nginx.conf with this machine's ports and certificate in the places of the real ones. */
async function startNginx(program: string, folder: string, ports: Ports): Promise<Proxy> {
  const { certificate, key } = makeCertificate(folder);
  const site = replaceAll(readFileSync("deploy/nginx.conf", "utf8"), [
    [/^ *listen \[::\].*\n/gm, ""],
    [/listen 80;/, `listen 127.0.0.1:${ports.http};`],
    [/listen 443 /, `listen 127.0.0.1:${ports.https} `],
    [/127\.0\.0\.1:3000/, `127.0.0.1:${ports.server}`],
    [/www\.example\.com;/g, "localhost;"],
    [/\/etc\/letsencrypt\/.*fullchain\.pem/, certificate],
    [/\/etc\/letsencrypt\/.*privkey\.pem/, key],
  ]);
  writeFileSync(join(folder, "site.conf"), site);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => {
    mkdirSync(join(folder, kind));
    return `${kind}_temp_path ${folder}/${kind};`;
  });
  // Debian's own nginx.conf turns gzip on, too.
  writeFileSync(
    join(folder, "nginx.conf"),
    `${process.getuid?.() === 0 ? "user root;" : ""}
    daemon off; worker_processes 1; pid ${folder}/nginx.pid; error_log stderr notice;
    events {}
    http { access_log off; gzip on; ${temporary.join(" ")} include ${folder}/site.conf; }\n`,
  );
  const args = ["-e", "stderr", "-p", folder, "-c", join(folder, "nginx.conf")];
  const child = await startProgram(program, args, { ready: /start worker process / });
  return {
    httpPort: ports.http,
    httpsPort: ports.https,
    ca: readFileSync(certificate),
    stop: () => stopProgram(child, "SIGTERM"),
  };
}

function makeCertificate(folder: string): { certificate: string; key: string } {
  const certificate = join(folder, "certificate.pem");
  const key = join(folder, "key.pem");
  const command =
    "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=localhost";
  execFileSync(
    openssl ?? "",
    [
      ...command.split(" "),
      "-addext",
      "subjectAltName=DNS:localhost",
      "-out",
      certificate,
      "-keyout",
      key,
    ],
    { stdio: "ignore" },
  );
  return { certificate, key };
}

/** Replaces each pattern; throws when the sample does not have it. */
function replaceAll(text: string, replacements: [RegExp, string][]): string {
  return replacements.reduce((changed, [pattern, by]) => {
    if (changed.search(pattern) === -1)
      throw new Error(`deploy/nginx.conf has no ${String(pattern)}`);
    return changed.replace(pattern, by);
  }, text);
}
