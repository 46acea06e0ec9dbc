import { once } from "node:events";
import { connect, type AddressInfo, type Socket } from "node:net";
import { text } from "node:stream/consumers";

import type { FastifyInstance } from "fastify";
import { expect } from "vitest";

import { test } from "../../test-support/app.ts";
import { wireInsert } from "../../test-support/wire.ts";
import { close } from "./listen.ts";

const INSERT = wireInsert();

test("a server that stops finishes the request in progress, then closes its connection", async ({
  app,
}) => {
  const socket = await send(app, INSERT.slice(0, -10));
  const closed = close(app);
  socket.write(INSERT.slice(-10));
  expect(await text(socket)).toMatch(/^HTTP\/1\.1 201 [^]*\r\nconnection: close\r\n/i);
  await closed;
});

test.for([
  ["half a header", "GET / HTTP/1.1\r\nHost"],
  ["half a body", INSERT.slice(0, -10)],
] as const)(
  "a server that stops closes a connection that sent %s after a grace period",
  async ([, data], { app }) => {
    const socket = await send(app, data);
    await close(app, 50);
    expect(await text(socket)).toBe("");
  },
);

/** Resolves when the server has read the data. */
async function send(app: FastifyInstance, data: string): Promise<Socket> {
  await app.listen({ host: "127.0.0.1", port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const socket = connect({ host: "127.0.0.1", port });
  await once(socket, "connect");
  socket.write(data);
  await fetch(`http://127.0.0.1:${port}/`, { headers: { connection: "close" } });
  return socket;
}
