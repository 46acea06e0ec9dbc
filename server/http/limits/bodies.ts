import type { IncomingMessage } from "node:http";

import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";

import { addressKey } from "./address.ts";

/** Maximum body in bytes: every text at its limit, with each character in its longest JSON form. */
const BODY_LIMIT = 320 * 1024;

/** Incomplete bodies at a time; beyond it, the oldest is dropped. */
const MAX_BODIES = 128;
const MAX_BODIES_PER_ADDRESS = 32;

/**
 * Reads a whole body; rejects with a `statusCode` when it is too long or ends early. Chunks are copied
 * into one buffer: a list of one-byte chunks would take 200 times their size.
 */
export function readBody(_request: FastifyRequest, body: IncomingMessage): Promise<Buffer> {
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>();
  const announced = Number(body.headers["content-length"] ?? 0);
  // The system allocates memory only once it is written.
  let received = Buffer.allocUnsafeSlow(Math.min(BODY_LIMIT, announced));
  let length = 0;
  const rejectWith = (statusCode: number) => reject(Object.assign(new Error(), { statusCode }));
  if (announced > BODY_LIMIT) rejectWith(413);
  body.on("data", (chunk: Buffer) => {
    const needed = length + chunk.length;
    if (needed > BODY_LIMIT) return rejectWith(413);
    if (needed > received.length) {
      const larger = Buffer.allocUnsafeSlow(Math.min(BODY_LIMIT, needed * 2));
      received.copy(larger, 0, 0, length);
      received = larger;
    }
    length += chunk.copy(received, length);
  });
  body.once("end", () => resolve(received.subarray(0, length)));
  body.once("error", () => rejectWith(400));
  return promise;
}

/**
 * Called for each request with a body, before it is read. Bodies that never arrive block no one else:
 * the oldest of an address, or of all, is dropped for the next one.
 */
export function limitBodies(onDropped: () => void): onRequestAsyncHookHandler {
  const arriving = new Map<IncomingMessage, string>();

  return async ({ raw, ip }) => {
    // Most bodies come together with their headers.
    if (raw.complete) return;
    const address = addressKey(ip);
    arriving.set(raw, address);
    for (const event of ["end", "close"]) raw.once(event, () => arriving.delete(raw));
    const ofAddress = [...arriving].filter(([, each]) => each === address);
    if (ofAddress.length > MAX_BODIES_PER_ADDRESS) drop(ofAddress[0]?.[0]);
    if (arriving.size > MAX_BODIES) drop(arriving.keys().next().value);
  };

  function drop(request: IncomingMessage | undefined): void {
    if (!request) return;
    arriving.delete(request);
    onDropped();
    request.destroy();
  }
}
