import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";

import { request as send } from "undici";

/** Faults of a network or a gateway. */
export const FAULTS = [
  "drop before",
  "drop after",
  "reset before",
  "slow",
  "5xx before",
  "5xx after",
] as const;

export type Fault = (typeof FAULTS)[number];

/** Passes requests on to `target`. `nextFault` decides about the next one with that key. */
export async function startFaultyProxy(
  target: string,
  nextFault: (idempotencyKey: string) => Fault | undefined,
): Promise<{ url: string; stop: () => void }> {
  const server = createServer(async (incoming, response) => {
    const body = await buffer(incoming);
    const { host: _, connection: __, ...headers } = incoming.headers;
    const fault = nextFault(String(headers["idempotency-key"]));
    const forward = () => send(target + incoming.url, { method: "POST", headers, body });
    await respond(fault, forward, response);
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}

async function respond(
  fault: Fault | undefined,
  forward: () => ReturnType<typeof send>,
  response: ServerResponse,
): Promise<void> {
  if (fault === "drop before") return void response.destroy();
  if (fault === "reset before") return void response.socket?.resetAndDestroy();
  if (fault === "5xx before") return void response.writeHead(502).end();
  const { statusCode, headers, body } = await forward();
  const text = await body.text();
  if (fault === "drop after") return void response.destroy();
  if (fault === "5xx after") return void response.writeHead(504).end();
  if (fault === "slow") await delay(50);
  response.writeHead(statusCode, { "content-type": String(headers["content-type"]) }).end(text);
}
