import type { IncomingMessage } from "node:http";

import proxyAddr from "@fastify/proxy-addr";

import type { Environment } from "./environment.ts";

/** Tells the address that a request comes from, as Fastify's `request.ip` does for its own. */
export function createAddressOf(
  trustProxy: Environment["trustProxy"],
): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? "";
  const trusts = typeof trustProxy === "function" ? trustProxy : proxyAddr.compile(trustProxy);
  return (request) => proxyAddr(request, trusts);
}
