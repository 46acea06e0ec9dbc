import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

import type { FastifyInstance } from "fastify";

import { addressKey } from "./address.ts";

/** Why the server closed a connection early. */
export const DROP_REASONS = ["full", "pipelined", "unread", "body", "slow"] as const;
export type DropReason = (typeof DROP_REASONS)[number];

/** Open connections; beyond it, one is closed for each new one. */
const MAX_CONNECTIONS = 2_000;

/** Unanswered requests of one connection; beyond it, no more is read from it. */
const MAX_PIPELINED = 4;

/** Bytes parsed between two checks of that: a packet can hold thousands of tiny requests. */
const SLICE_BYTES = 512;

/** Unparsed bytes that a connection may have then. */
const MAX_UNREAD_BYTES = 4 * 1024;

/** A client that reads fewer than `MIN_WRITTEN` bytes in this time is disconnected. */
const MAX_WRITE_PAUSE_MS = 7_000;
const MIN_WRITTEN = 8 * 1024;

/** How long responses close their connection after load: kept alive, connections would delay new ones. */
const RELEASE_MS = 5_000;

/** Bytes written at a time: a reader's progress is measured in these steps. */
export const WRITE_BYTES = 16 * 1024;

type Connection = { address: string; outstanding: number; latest?: IncomingMessage };

/**
 * Limits the number of connections and of unanswered requests on each. A new connection is always
 * accepted: the one that has been idle longest is closed for it, or the oldest active one of the
 * address with the most connections.
 */
export function limitConnections(
  app: FastifyInstance,
  onDropped: (reason: DropReason) => void,
): void {
  const { server } = app;
  const connections = new Map<Socket, Connection>();
  /** Between two requests; the longest idle first. */
  const idle = new Set<Socket>();
  /** New, or with a request in progress; by address, the oldest first. */
  const active = new Map<string, Set<Socket>>();

  server.on("connection", (socket) => {
    const address = addressKey(socket.remoteAddress ?? "");
    connections.set(socket, { address, outstanding: 0 });
    activate(socket, address);
    socket.once("close", () => forget(socket));
    readInSlices(socket);
    // Node's own listener drops the responses that a half-closed connection is still waiting for.
    socket.removeAllListeners("end").on("end", () => endIfDone(socket));
    if (connections.size > MAX_CONNECTIONS) drop(pickConnectionToClose(), "full");
  });
  // Node's own response to it would bypass these limits.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response));
  server.on("clientError", (error: NodeJS.ErrnoException) => {
    if (error.code === "ERR_HTTP_REQUEST_TIMEOUT") onDropped("slow");
  });

  app.addHook("onRequest", (request, reply, done) => {
    const { socket } = request.raw;
    const connection = connections.get(socket);
    if (connection) {
      connection.outstanding += 1;
      connection.latest = request.raw;
      activate(socket, connection.address);
      reply.raw.once("close", () => finish(socket, connection));
    }
    done();
  });
  // Under load, new connections would wait for the responses to every kept-alive one.
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
    // Browsers open connections in advance: Node would wait for requests on them.
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  });
  let releaseUntil = 0;
  app.addHook("onSend", ({ raw: request }, reply, _payload, done) => {
    const { raw: response } = reply;
    if (app.isUnderPressure()) releaseUntil = performance.now() + RELEASE_MS;
    const releasing = stopping || performance.now() < releaseUntil;
    // Pipelined requests after this one still need a response.
    const isLast = (connections.get(request.socket)?.outstanding ?? 0) <= 1;
    if (isLast && releasing) reply.header("connection", "close");
    // Discard the rest of a body that was not read.
    request.resume();
    if (connections.has(request.socket)) dropIfUnread(request.socket, response);
    done();
  });

  /** A socket's own timeout is reset by any incoming byte. */
  function dropIfUnread(socket: Socket, response: ServerResponse): void {
    let sent = 0;
    const watch = setInterval(() => {
      const before = sent;
      sent = socket.bytesWritten - socket.writableLength;
      if (sent < before + MIN_WRITTEN) drop(socket, "unread");
    }, MAX_WRITE_PAUSE_MS).unref();
    response.once("close", () => clearInterval(watch));
  }

  /** Node's parser would parse every request of a packet at once: it gets slices. */
  function readInSlices(socket: Socket): void {
    const parsers = socket.listeners("data");
    socket.removeAllListeners("data").on("data", (packet: Buffer) => {
      for (let at = 0; at < packet.length && !socket.destroyed; at += SLICE_BYTES) {
        const unread = packet.length - at;
        const full = (connections.get(socket)?.outstanding ?? 0) >= MAX_PIPELINED;
        if (full && unread > MAX_UNREAD_BYTES) return drop(socket, "pipelined");
        if (full) socket.pause();
        if (socket.isPaused()) return socket.unshift(packet.subarray(at));
        for (const parse of parsers) parse.call(socket, packet.subarray(at, at + SLICE_BYTES));
      }
    });
  }

  function activate(socket: Socket, address: string): void {
    idle.delete(socket);
    active.set(address, (active.get(address) ?? new Set()).add(socket));
  }

  function finish(socket: Socket, connection: Connection): void {
    connection.outstanding -= 1;
    if (!connections.has(socket)) return;
    if (connection.outstanding > 0) {
      // The next request may be waiting for its body; after a full buffer, Node itself resumes.
      const waits = connection.latest?.complete === false && !socket.writableNeedDrain;
      if (waits) socket.resume();
      return;
    }
    deactivate(socket, connection.address);
    idle.add(socket);
    if (socket.readableEnded || stopping) socket.end();
    else if (socket.isPaused()) socket.resume();
  }

  function endIfDone(socket: Socket): void {
    const connection = connections.get(socket);
    if (!connection || connection.outstanding === 0) socket.end();
    else if (connection.latest?.complete === false) socket.destroy();
  }

  function pickConnectionToClose(): Socket | undefined {
    const [longestIdle] = idle;
    if (longestIdle) return longestIdle;
    let largest = new Set<Socket>();
    for (const sockets of active.values()) if (sockets.size > largest.size) largest = sockets;
    return largest.values().next().value;
  }

  function drop(socket: Socket | undefined, reason: DropReason): void {
    if (!socket || !connections.has(socket)) return;
    onDropped(reason);
    forget(socket);
    socket.destroy();
  }

  function forget(socket: Socket): void {
    const connection = connections.get(socket);
    connections.delete(socket);
    idle.delete(socket);
    if (connection) deactivate(socket, connection.address);
  }

  function deactivate(socket: Socket, address: string): void {
    const ofAddress = active.get(address);
    ofAddress?.delete(socket);
    if (ofAddress?.size === 0) active.delete(address);
  }
}
