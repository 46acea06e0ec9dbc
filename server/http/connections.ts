import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

import type { FastifyInstance } from "fastify";

import { addressKey } from "./address.ts";

/** Why a connection was closed before its visitor was done with it. */
export type Dropped = "full" | "pipelined" | "unread" | "body" | "slow";

/** Connections held at once; past it, one is closed for each new one. */
const MAX_CONNECTIONS = 2_000;

/** Requests of one connection that wait for their responses before more of it is read. */
const MAX_PIPELINED = 4;

/** Bytes read between two looks at that: a packet holds thousands of the smallest requests. */
const SLICE_BYTES = 256;

/** Bytes that may wait meanwhile. */
const MAX_UNREAD_BYTES = 4 * 1024;

/** A reader that takes fewer bytes than these in so many milliseconds is disconnected. */
const MAX_WRITE_PAUSE_MS = 7_000;
const MIN_WRITTEN = 8 * 1024;

/** How long connections are closed after load: kept alive again at once, they would keep newcomers out. */
const RELEASE_MS = 5_000;

/** Bytes that are handed to the system at a time: progress shows in steps of these. */
export const WRITE_BYTES = 16 * 1024;

type Connection = { address: string; outstanding: number; latest?: IncomingMessage };

/**
 * Bounds how many connections there are and what each may have outstanding. A newcomer is always let
 * in: the connection that has been idle longest makes room, then the oldest of the address that holds
 * most.
 */
export function limitConnections(app: FastifyInstance, onDropped: (why: Dropped) => void): void {
  const { server } = app;
  const connections = new Map<Socket, Connection>();
  /** Between two requests, the longest idle first. */
  const idle = new Set<Socket>();
  /** New, or with a request in progress: by address, the oldest first. */
  const active = new Map<string, Set<Socket>>();

  server.on("connection", (socket) => {
    const address = addressKey(socket.remoteAddress ?? "");
    connections.set(socket, { address, outstanding: 0 });
    activate(socket, address);
    socket.once("close", () => forget(socket));
    readInSlices(socket);
    // Node's own listener gives up the responses that a half-closed connection still waits for.
    socket.removeAllListeners("end").on("end", () => endIfDone(socket));
    if (connections.size > MAX_CONNECTIONS) drop(findDispensable(), "full");
  });
  // As any request: Node would answer it past every bound of ours.
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
  // Under load newcomers would wait for turns in which every kept-alive connection is answered.
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
    // Browsers open connections in advance: Node would wait for requests on them.
    for (const socket of connections.keys()) if (socket.bytesRead === 0) socket.destroy();
  });
  let releaseUntil = 0;
  app.addHook("onSend", async ({ raw: request }, reply) => {
    const { raw: response } = reply;
    if (app.isUnderPressure()) releaseUntil = performance.now() + RELEASE_MS;
    const releasing = stopping || performance.now() < releaseUntil;
    // Requests that were sent behind this one are still to be answered.
    const isLast = (connections.get(request.socket)?.outstanding ?? 0) <= 1;
    if (isLast && releasing) reply.header("connection", "close");
    // What is left of a body that nobody wants is not kept.
    request.resume();
    const { socket } = request;
    if (!connections.has(socket)) return;
    let sent = 0;
    // A socket's own timeout is put off by whatever comes in.
    const watch = setInterval(() => {
      const before = sent;
      sent = socket.bytesWritten - socket.writableLength;
      if (sent < before + MIN_WRITTEN) drop(socket, "unread");
    }, MAX_WRITE_PAUSE_MS).unref();
    response.once("close", () => clearInterval(watch));
  });

  /** Node's parser takes whole packets, whatever is outstanding: it gets them piece by piece. */
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
      // The next one may wait for its body; past a full buffer, Node itself resumes.
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

  function findDispensable(): Socket | undefined {
    const [longestIdle] = idle;
    if (longestIdle) return longestIdle;
    let largest = new Set<Socket>();
    for (const sockets of active.values()) if (sockets.size > largest.size) largest = sockets;
    return largest.values().next().value;
  }

  function drop(socket: Socket | undefined, why: Dropped): void {
    if (!socket || !connections.has(socket)) return;
    onDropped(why);
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
