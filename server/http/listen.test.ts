import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import type { FastifyInstance } from "fastify";
import { describe, expect } from "vitest";

import { test as base } from "../../test-support/app.ts";
import { wire, wireInsert } from "../../test-support/wire.ts";
import { close } from "./listen.ts";

const INSERT = wireInsert();

const test = base.extend("listening", async ({ app }) => {
  await app.listen({ host: "127.0.0.1", port: 0 });
  return app;
});

describe("a server that stops", () => {
  test("finishes the request in progress, then closes its connection", async ({ listening }) => {
    const socket = await send(listening, INSERT.slice(0, -10));
    const closed = close(listening);
    socket.write(INSERT.slice(-10));
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 [^]*\r\nconnection: close\r\n/i);
    await closed;
  });

  test.for([
    ["is silent", ""],
    ["has sent half a header", "GET / HTTP/1.1\r\nHost"],
    ["has sent half a body", INSERT.slice(0, -10)],
  ] as const)(
    "closes a connection that %s after a grace period",
    async ([, data], { listening }) => {
      const socket = await send(listening, data);
      await close(listening, 50);
      expect(await text(socket)).toBe("");
    },
  );

  test("closes a connection that is idle at once", async ({ listening }) => {
    const socket = await send(listening, wire("GET /"));
    await once(socket, "readable");
    await close(listening);
    expect(await text(socket)).toContain("<h1>Home</h1>");
  });
});

/** A connection whose data the server has read. */
async function send(app: FastifyInstance, data: string): Promise<Socket> {
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: "127.0.0.1", port });
  await once(socket, "connect");
  if (data !== "") socket.write(data);
  await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
  return socket;
}
