import type { Server } from "node:http";
import type { Socket } from "node:net";

import underPressure from "@fastify/under-pressure";
import type { FastifyInstance, FastifyRequest } from "fastify";

import { addressKey } from "./address.ts";

/** Connections held at once; past it, the idle ones are closed, and then the oldest. */
const MAX_CONNECTIONS = 2_000;

/** Requests of one connection that wait for their responses; browsers send one at a time. */
const MAX_PIPELINED = 8;

/** How long a response may make no progress: a reader that does not read is disconnected. */
const MAX_WRITE_PAUSE_MS = 7_000;

/** Longer turns of the event loop keep newcomers waiting. */
const MAX_LOOP_DELAY_MS = 50;

/** Bodies that are on their way at once; past it, the oldest is given up. */
const MAX_BODIES = 512;
const MAX_BODIES_PER_ADDRESS = 32;

/** A newcomer is always let in: whoever has been there longest makes room. */
export function limitConnections(server: Server, onDropped: () => void): void {
  const sockets = new Set<Socket>();
  server.on("connection", (socket) => {
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
    if (sockets.size <= MAX_CONNECTIONS) return;
    server.closeIdleConnections();
    for (const oldest of sockets) {
      if (sockets.size <= MAX_CONNECTIONS) return;
      if (!oldest.destroyed) onDropped();
      sockets.delete(oldest);
      oldest.destroy();
    }
  });
}

/** Bounds what one connection may have outstanding, and how long a response may go unread. */
export function limitResponses(app: FastifyInstance): void {
  const outstanding = new WeakMap<Socket, number>();

  app.addHook("onRequest", (request, reply, done) => {
    const { socket } = request.raw;
    const count = (outstanding.get(socket) ?? 0) + 1;
    if (count > MAX_PIPELINED) {
      reply.hijack();
      socket.destroy();
      return;
    }
    outstanding.set(socket, count);
    reply.raw.once("close", () => outstanding.set(socket, (outstanding.get(socket) ?? 1) - 1));
    done();
  });
  app.addHook("onSend", async (_request, reply) => {
    reply.raw.setTimeout(MAX_WRITE_PAUSE_MS, () => reply.raw.destroy());
  });
}

/**
 * While the event loop is behind, each response ends its connection. Node accepts one new connection
 * in a turn of the loop: newcomers would wait for a turn in which every kept-alive one is answered.
 */
export async function releaseConnectionsUnderLoad(app: FastifyInstance): Promise<void> {
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_LOOP_DELAY_MS,
    sampleInterval: 100,
    pressureHandler: (_request, reply) => void reply.header("connection", "close"),
  });
}

/**
 * Called for each request with a body, before it is read. Nobody is refused for bodies that never come:
 * the oldest of an address, or of all, is given up for the next one.
 */
export function limitBodies(): (request: FastifyRequest) => void {
  const arriving = new Map<FastifyRequest["raw"], string>();

  return ({ raw, ip, headers }) => {
    if ((headers["content-length"] ?? "0") === "0" && !headers["transfer-encoding"]) return;
    const address = addressKey(ip);
    arriving.set(raw, address);
    for (const event of ["end", "close"]) raw.once(event, () => arriving.delete(raw));
    const ofAddress = [...arriving].filter(([, each]) => each === address);
    if (ofAddress.length > MAX_BODIES_PER_ADDRESS) giveUp(ofAddress[0]?.[0]);
    if (arriving.size > MAX_BODIES) giveUp(arriving.keys().next().value);
  };

  function giveUp(request: FastifyRequest["raw"] | undefined): void {
    if (!request) return;
    arriving.delete(request);
    request.destroy();
  }
}
