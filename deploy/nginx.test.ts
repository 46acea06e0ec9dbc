import { connect as connectHttp2, constants } from "node:http2";
import { join } from "node:path";
import { connect as connectTls, type TLSSocket } from "node:tls";

import { Agent, install as installUndici, setGlobalDispatcher } from "undici";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { UNTIMED } from "../domain/wire/form-use.ts";
import { submitRequirement } from "../site/request/submission/submit-requirement.ts";
import { install, LARGE, type Installation } from "../test-support/installation.ts";
import { startNginx, type Nginx } from "../test-support/nginx.ts";
import { installed } from "../test-support/programs.ts";
import type { SiteServer } from "../test-support/site-server.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import { RESOURCE, wire, wireInsert } from "../test-support/wire.ts";

// nginx's certificate for these tests is made by openssl.
const program = installed("openssl") && installed("nginx");
if (program === undefined)
  process.stdout.write("Skipped: nginx or openssl is not installed here.\n");

const JSON_TYPE = { "content-type": "application/json" };
const FORM_TYPE = { "content-type": "application/x-www-form-urlencoded" };

describe.skipIf(program === undefined)("through deploy/nginx.conf", () => {
  let installation: Installation;
  let server: SiteServer;
  let nginx: Nginx;
  let people = 0;

  beforeAll(async () => {
    installUndici();
    installation = install();
    server = await startServer("0");
    nginx = await startNginx(program ?? "", serverPort());
  });
  afterAll(async () => {
    await nginx.stop();
    await installation.remove();
  });

  describe("a person can open the page and send a request while", () => {
    test.each([
      ["pipeline requests", wire("GET /").repeat(1_000) + wireInsert().repeat(20)],
      ["ask for large downloads", wire(`GET ${LARGE}`)],
    ])("connections of many addresses %s and read nothing", async (_what, data) => {
      const attack = await openMany(200, 20, data);
      await sendAsPerson();
      await sendAsPerson();
      for (const { socket } of attack) socket.destroy();
    });

    test("connections of many addresses send half a head, half a body or nothing, until they are cut off", async () => {
      const halfHead = "GET / HTTP/1.1\r\nHost: localhost\r\na: b";
      const halfBody = wireInsert("{", 300_000);
      const attack = [];
      for (const data of [halfHead, halfBody, ""]) attack.push(...(await openMany(300, 150, data)));
      const cutOff = Promise.all(attack.map(({ closed }) => closed));
      await sendAsPerson();
      await cutOff;
      await sendAsPerson();
    });

    test("HTTP/2 streams are opened and reset at once", async () => {
      const attack = Array.from({ length: 10 }, (_, index) => resetStreams(address(index)));
      await sendAsPerson();
      await Promise.all(attack);
      await sendAsPerson();
    });

    test("one address sends requests under many claimed addresses, and is limited as one", async () => {
      const flood = Array.from({ length: 60 }, async (_, index) => {
        const claimed = `192.0.2.${index}`;
        const response = await send(RESOURCE, {
          from: address(700),
          headers: { ...JSON_TYPE, "x-forwarded-for": claimed, "x-real-ip": claimed },
          body: JSON.stringify(MINIMAL_REQUIREMENT),
        });
        return response.status;
      });
      await sendAsPerson();
      const stored = (await Promise.all(flood)).filter((status) => status === 201);
      expect(stored).toHaveLength(10);
    });

    test("the server restarts", async () => {
      await server.stop();
      const page = await send("/");
      expect(page.status).toBe(503);
      expect(page.headers.get("refresh")).toBe("2");
      const form = await send("/request", { headers: FORM_TYPE, body: "a=b" });
      expect(form.headers.get("refresh")).toBeNull();
      expect(await form.text()).toMatch(/Reload this page in a few seconds/);

      for (const path of ["/r/0c07398f", "/r/"]) {
        expect((await send(`${path}?k=a-signature`)).status).toBe(503);
      }
      expect(nginx.log()).toContain("connect() failed");
      expect(nginx.log()).not.toContain("a-signature");

      const sending = submitAsPerson();
      server = await startServer(String(serverPort()));
      expect(await sending).toMatchObject({ kind: "stored" });
    });

    /** A page and a request over a new connection, as a browser sends them. */
    async function sendAsPerson(): Promise<void> {
      expect((await send("/")).status).toBe(200);
      expect(await submitAsPerson()).toMatchObject({ kind: "stored" });
    }
  });

  test("a form of another site is rejected, and the page's own is stored", async () => {
    const { hardware_setup: _list, ...texts } = FULL_REQUIREMENT;
    const body = new URLSearchParams(texts as Record<string, string>).toString();
    const postFrom = (origin: string) =>
      send("/request", { headers: { ...FORM_TYPE, origin }, body, from: address(701) });
    expect((await postFrom("https://evil.example")).status).toBe(403);
    expect((await postFrom(nginx.https)).status).toBe(200);
  });

  test("pages and assets have the server's own bodies and headers", async () => {
    const asset = "/assets/client-Bx1.js";
    for (const path of ["/", "/no/such/page", "/r/0c07398f?k=1.x", asset, asset]) {
      for (const coding of ["br", "gzip", "identity"]) {
        const headers = { "accept-encoding": coding };
        const [own, seen] = await Promise.all([
          fetch(server.origin + path, { headers }),
          send(path, { headers }),
        ]);
        expect(seen.status).toBe(own.status);
        expect(await seen.text()).toBe(await own.text());
        const expected = new Headers(own.headers);
        // Two programs, each with connections and a clock of its own.
        for (const name of ["connection", "keep-alive", "date"]) expected.delete(name);
        expect(Object.fromEntries(seen.headers)).toMatchObject(Object.fromEntries(expected));
      }
    }
  });

  test("the largest valid request is stored", async () => {
    const text = "🤖".repeat(5_000);
    const largest = { data_type: text, data_amount: text, timeline: text };
    const outcome = await submitAsPerson({ ...largest, additional_hardware: text });
    expect(outcome).toMatchObject({ kind: "stored" });
  });

  test("another host's name gets no response, on both ports", async () => {
    connectFrom(nextPerson());
    const other = (origin: string) => fetch(origin.replace("localhost", "127.0.0.1"));
    await expect(other(nginx.http)).rejects.toThrow("fetch failed");
    await expect(other(nginx.https)).rejects.toThrow("fetch failed");
    const host = `GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n`;
    const { socket, closed } = await open(nextPerson(), host);
    let received = 0;
    socket.on("data", (chunk: Buffer) => (received += chunk.length));
    await closed;
    expect(received).toBe(0);
  });

  test("plain HTTP redirects to HTTPS", async () => {
    const response = await fetch(`${nginx.http}/a?b`, { redirect: "manual" });
    expect(response.status).toBe(301);
    expect(response.headers.get("location")).toBe("https://localhost/a?b");
  });

  function startServer(PORT: string): Promise<SiteServer> {
    const DATA_DIR = join(installation.folder, "data");
    const limits = { TRUST_PROXY: "1", RATE_LIMIT_PER_MINUTE: "10" };
    return installation.start({ DATA_DIR, PORT, ...limits });
  }

  function serverPort(): number {
    return Number(new URL(server.origin).port);
  }

  type Sent = { headers?: Record<string, string>; body?: string; from?: string };

  /** One request over a new connection, from one of this machine's own addresses. */
  async function send(path: string, { headers = {}, body, from }: Sent = {}): Promise<Response> {
    connectFrom(from ?? nextPerson());
    const method = body === undefined ? "GET" : "POST";
    return fetch(nginx.https + path, { method, headers, body: body ?? null, redirect: "manual" });
  }

  /** Sends a request with the page's own code and its retries. */
  async function submitAsPerson(changes: Partial<typeof MINIMAL_REQUIREMENT> = {}) {
    connectFrom(nextPerson());
    const backend = { url: `${nginx.https}/rest/v1` };
    const requirement = { ...MINIMAL_REQUIREMENT, ...changes };
    const options = { idempotencyKey: crypto.randomUUID(), formUse: UNTIMED };
    let outcome = await submitRequirement(requirement, backend, options);
    // The retries are over after six seconds, in which a slow machine starts no server: the person presses again.
    for (let presses = 1; presses < 3 && outcome.kind !== "stored"; presses += 1) {
      outcome = await submitRequirement(requirement, backend, options);
    }
    return outcome;
  }

  function connectFrom(localAddress: string): void {
    setGlobalDispatcher(new Agent({ localAddress, connect: { ca: nginx.ca }, pipelining: 0 }));
  }

  function nextPerson(): string {
    people += 1;
    return `127.0.200.${people}`;
  }

  /** Opens connections in turn from several addresses; each sends something and then reads nothing. */
  function openMany(count: number, addresses: number, data: string): Promise<Opened[]> {
    return Promise.all(
      Array.from({ length: count }, (_, index) => open(address(index % addresses), data)),
    );
  }

  type Opened = { socket: TLSSocket; closed: Promise<unknown> };

  async function open(localAddress: string, data: string): Promise<Opened> {
    const socket = dial(localAddress);
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await Promise.race([new Promise((resolve) => socket.once("secureConnect", resolve)), closed]);
    if (data !== "" && socket.writable) socket.write(data);
    return { socket, closed };
  }

  function dial(localAddress: string, ALPNProtocols: string[] = []): TLSSocket {
    const { port, ca } = nginx;
    const options = {
      port,
      host: "127.0.0.1",
      servername: "localhost",
      ca,
      localAddress,
      ALPNProtocols,
    };
    return connectTls(options).on("error", () => {});
  }

  /** Opens streams and resets each before its response, as fast as nginx takes them. */
  async function resetStreams(localAddress: string): Promise<void> {
    const session = connectHttp2(nginx.https, {
      createConnection: () => dial(localAddress, ["h2"]),
    });
    session.on("error", () => {});
    const closed = new Promise<void>((resolve) => session.once("close", resolve));
    await Promise.race([new Promise((resolve) => session.once("connect", resolve)), closed]);
    for (let stream = 0; stream < 1_000 && !session.destroyed; stream += 1) {
      const request = session.request({ ":path": "/" });
      request.on("error", () => {});
      request.close(constants.NGHTTP2_CANCEL);
      if (stream % 100 === 0) await new Promise((resolve) => setImmediate(resolve));
    }
    session.destroy();
    return closed;
  }
});

/** One of this machine's own addresses that attack. */
function address(index: number): string {
  return `127.0.${100 + Math.floor(index / 250)}.${1 + (index % 250)}`;
}
