import { once } from "node:events";
import { request as requestHttp, type IncomingMessage } from "node:http";
import { request } from "node:https";
import { text } from "node:stream/consumers";
import { connect, type TLSSocket } from "node:tls";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { INSERT_PATH } from "../contract/routes.ts";
import { install, LARGE, type Installation } from "../test-support/installation.ts";
import {
  BARE_NAME,
  OTHER_SITE,
  PROXY,
  startNginx,
  type Nginx,
} from "../test-support/services/nginx.ts";
import { installed } from "../test-support/services/programs.ts";
import { MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import { wire, wireInsert } from "../test-support/wire.ts";

const program = installed("openssl") && installed("nginx");
const skipped = program === undefined ? ", not tested without nginx and openssl" : "";

/** Loopback IPs stand for visitors' IPs. */
const ATTACKER = "127.0.100.1";
let people = 0;
const nextPerson = () => `127.0.200.${++people}`;

describe.skipIf(skipped)(`deploy/nginx.conf${skipped}`, () => {
  let installation: Installation;
  let nginx: Nginx;

  beforeAll(async () => {
    installation = install();
    const variables = { PORT: "0", TRUST_PROXY: "1", RATE_LIMIT_PER_MINUTE: "10" };
    const server = await installation.start(variables);
    nginx = await startNginx(program ?? "", Number(new URL(server.origin).port));
  });
  afterAll(async () => {
    await nginx.stop();
    await installation.remove();
  });

  test.each([
    ["sends half a head", "GET / HTTP/1.1\r\nHost: localhost\r\na: b"],
    ["sends half a body", wireInsert("{", 300_000)],
    ["sends nothing", ""],
    ["asks for large files and reads none", wire(`GET ${LARGE}`).repeat(20)],
    ["pipelines requests", wire("GET /").repeat(1_000) + wireInsert().repeat(20)],
  ])("a visitor is served while one IP opens 300 connections and %s", async (_what, data) => {
    const attack = await Promise.all(Array.from({ length: 300 }, () => open(ATTACKER, data)));
    await expectPersonServed();
    for (const socket of attack) socket.destroy();
  });

  test("one IP that claims many IPs gets ten inserts stored, and a visitor is served", async () => {
    const flood = Array.from({ length: 60 }, async (_, index) => {
      const claimed = `192.0.2.${index}`;
      const headers = { "x-forwarded-for": claimed, "x-real-ip": claimed };
      return send("127.0.100.2", INSERT_PATH, JSON.stringify(MINIMAL_REQUIREMENT), headers);
    });
    await expectPersonServed();
    const stored = (await Promise.all(flood)).filter((status) => status === 201);
    expect(stored).toHaveLength(10);
  });

  test("most of 300 simultaneous requests from one IP are rejected, and a visitor is served", async () => {
    const last = wire("GET /favicon.svg", { connection: "close" });
    const flood = await open("127.0.100.3", wire("GET /favicon.svg").repeat(299) + last);
    await expectPersonServed();
    const rejected = (await text(flood)).match(/^HTTP\/1\.1 429 /gm);
    expect(rejected?.length).toBeGreaterThan(100);
  });

  test("an IP's 101st concurrent request is rejected, and a visitor is served", async () => {
    const begin = () => open("127.0.100.4", wireInsert("{", 300_000));
    const attack = await Promise.all(Array.from({ length: 101 }, begin));
    await expectPersonServed();
    const [response] = (await Promise.any(attack.map((socket) => once(socket, "data")))) as [
      Buffer,
    ];
    for (const socket of attack) socket.destroy();
    expect(response.toString()).toMatch(
      /^HTTP\/1\.1 429 Too Many Requests\r\n[^]*^Retry-After: 1\r$/m,
    );
  });

  test.each([
    ["2001:db8::1", "2001:db8:0:0:ffff::2", "share one limit"],
    ["2001:db8:0:1::1", "2001:db8:0:2::1", "have a limit each"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.2", "have a limit each"],
  ])("%s and %s %s of requests per second", async (first, second, expected) => {
    const flood = async (ip: string) => {
      const headers = { "x-real-ip": ip };
      const last = wire("GET /favicon.svg", { ...headers, connection: "close" });
      return text(await open(PROXY, wire("GET /favicon.svg", headers).repeat(99) + last));
    };
    const responses = (await Promise.all([first, second].map(flood))).join("");
    const isLimited = responses.includes("HTTP/1.1 429 ");
    expect(isLimited ? "share one limit" : "have a limit each").toBe(expected);
  });

  test("the IPs of one IPv6 /64 share one limit of concurrent requests", async () => {
    const begin = (_: unknown, index: number) => {
      const headers = { "x-real-ip": `2001:db8:0:3::${index}`, "content-length": "300000" };
      return open(PROXY, wire(`POST ${INSERT_PATH}`, headers, "{"));
    };
    const sockets = await Promise.all(Array.from({ length: 101 }, begin));
    const [response] = (await Promise.any(sockets.map((socket) => once(socket, "data")))) as [
      Buffer,
    ];
    for (const socket of sockets) socket.destroy();
    expect(response.toString()).toMatch(/^HTTP\/1\.1 429 /);
  });

  test.each([
    ["http", "localhost", "https://localhost/?a=1"],
    ["http", BARE_NAME, `https://${BARE_NAME}/?a=1`],
    ["https", BARE_NAME, "https://localhost/?a=1"],
  ] as const)("%s://%s redirects to %s", async (scheme, name, target) => {
    const { status, headers } = await get(name, "/?a=1", { scheme });
    expect(status).toBe(301);
    expect(headers.location).toBe(target);
    expect(headers["server"]).toBe("nginx");
  });

  test("the bare domain enforces HTTPS, too", async () => {
    const { headers } = await get(BARE_NAME, "/");
    expect(headers["strict-transport-security"]).toBe("max-age=63072000");
  });

  test("another site on the machine is still served, also for unknown names", async () => {
    for (const name of [OTHER_SITE, "unknown.localhost"]) {
      expect(await get(OTHER_SITE, "/", { host: name })).toMatchObject({ body: "another site" });
    }
  });

  test("nginx logs no search at the desk, even if it rejects the request", async () => {
    const tooLarge = "x".repeat(600_000);
    expect(await send(nextPerson(), "/requests?q=Ada", tooLarge)).toBe(413);
    expect(await send(nextPerson(), "/nowhere?q=Grace", tooLarge)).toBe(413);
    await expect.poll(nginx.readLog).toContain("Grace");
    expect(nginx.readLog()).not.toContain("Ada");
  });

  async function get(
    servername: string,
    path: string,
    { host = servername, scheme = "https" }: { host?: string; scheme?: "http" | "https" } = {},
  ) {
    const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
    const target = { host: "127.0.0.1", path, headers: { host } };
    const { ca } = nginx;
    const sent =
      scheme === "http"
        ? requestHttp({ ...target, port: nginx.httpPort })
        : request({ ...target, port: nginx.port, servername, ca });
    sent.on("response", resolve).on("error", reject).end();
    const response = await promise;
    const { statusCode: status, headers } = response;
    return { status, headers, body: await text(response) };
  }

  async function expectPersonServed(): Promise<void> {
    const long = "🤖".repeat(5_000);
    const texts = { data_type: long, data_amount: long, timeline: long, additional_hardware: long };
    const person = nextPerson();
    expect(await send(person, "/")).toBe(200);
    expect(
      await send(person, INSERT_PATH, JSON.stringify({ ...MINIMAL_REQUIREMENT, ...texts })),
    ).toBe(201);
  }

  async function send(
    localAddress: string,
    path: string,
    body?: string,
    headers = {},
  ): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<number>();
    request(nginx.https + path, {
      localAddress,
      agent: false,
      ca: nginx.ca,
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, ...(body !== undefined && { "content-type": "application/json" }) },
    })
      .on("response", (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      })
      .on("error", reject)
      .end(body);
    return promise;
  }

  /** Opens a connection and sends data on it, but does not read the response. */
  async function open(localAddress: string, data: string): Promise<TLSSocket> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { port, ca } = nginx;
    const host = { host: "127.0.0.1", servername: "localhost" };
    // The types of `connect` do not include `localAddress`.
    const options = { ...host, port, ca, localAddress };
    const socket = connect(options);
    socket
      .on("error", () => resolve())
      .once("close", () => resolve())
      .once("secureConnect", () => resolve());
    await promise;
    if (socket.writable) socket.write(data);
    return socket;
  }
});
