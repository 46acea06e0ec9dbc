import { mkdtempSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { startCaddy, type Proxy } from "../test-support/caddy.ts";
import { installed } from "../test-support/installed.ts";
import { freePort } from "../test-support/programs.ts";
import { RESOURCE, startTarget, until, wire, type Target } from "../test-support/target.ts";
import { MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";

const caddy = installed("caddy");
if (caddy === undefined) process.stdout.write("Skipped: Caddy is not installed here.\n");

describe.skipIf(caddy === undefined)("behind the shipped Caddyfile", () => {
  const folder = mkdtempSync(join(tmpdir(), "site-half-sent-"));
  let target: Target;
  let proxy: Proxy;

  beforeAll(async () => {
    target = await startTarget({ TRUST_PROXY: "1", METRICS_ADDRESS: "127.0.0.1:0" });
    const [http, https] = [await freePort(), await freePort()];
    proxy = await startCaddy(caddy ?? "", folder, { server: target.port, http, https });
  });
  afterAll(async () => {
    await proxy.stop();
    await target.remove();
    rmSync(folder, { recursive: true });
  });

  test.concurrent("520 half-sent forms of one address do not delay other visitors, and time out", async () => {
    const attackers = await Promise.all(Array.from({ length: 520 }, () => dial("127.0.0.21")));
    const ended = Promise.all(attackers.map(({ closed }) => closed));
    // Someone slow, who began before the attack.
    const slow = await dial("127.0.0.22");
    const body = JSON.stringify({ ...MINIMAL_REQUIREMENT, company: "visitor who is slow" });
    slow.socket.write(post("application/json", body.length) + body.slice(0, 10));
    for (const { socket } of attackers) {
      socket.write(`${post("application/x-www-form-urlencoded", 100_000)}full_name=`);
    }
    // All but the 32 that an address may have on their way.
    await until(async () => (await target.dropped("body")) === 520 - 32);

    const visitor = await dial("127.0.0.23");
    visitor.socket.end(toSite(wire("GET /", { connection: "close" })));
    await visitor.closed;
    expect(visitor.response()).toMatch(/^HTTP\/1\.1 200 /);
    slow.socket.write(body.slice(10));
    await until(() => slow.response() !== "");
    expect(slow.response()).toMatch(/^HTTP\/1\.1 201 /);
    expect(target.count()).toBe(1);
    slow.socket.destroy();
    await ended;
  });

  test.concurrent("half-sent headers time out", async () => {
    const attackers = await Promise.all(Array.from({ length: 20 }, () => dial("127.0.0.24")));
    for (const { socket } of attackers) socket.write("GET / HTTP/1.1\r\nHost: localhost\r\na: b");
    await Promise.all(attackers.map(({ closed }) => closed));
  });

  /** A connection over TLS from one of this machine's own addresses, read as it comes. */
  async function dial(localAddress: string) {
    const wired = connect({ host: "127.0.0.1", port: proxy.httpsPort, localAddress });
    const socket = connectTls({ socket: wired, servername: "localhost", ca: proxy.ca });
    let received = "";
    socket.on("data", (chunk) => (received += chunk.toString())).on("error", () => {});
    const closed = new Promise((resolve) => socket.once("close", resolve));
    await new Promise((resolve) => socket.once("secureConnect", resolve));
    return { socket, closed, response: () => received };
  }
});

function post(type: string, length: number): string {
  const headers = { "content-type": type, "content-length": String(length) };
  return toSite(wire(`POST ${RESOURCE}`, headers));
}

/** Caddy serves the site under its name only. */
function toSite(request: string): string {
  return request.replace("Host: x", "Host: localhost");
}
