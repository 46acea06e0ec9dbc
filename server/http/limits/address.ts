import { normalizeIP } from "@fastify/rate-limit";

/** Addresses that a limit remembers; beyond it, the least recently seen is forgotten. */
export const MAX_ADDRESSES = 20_000;

/**
 * What counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address. Some proxies
 * forward an address with its port.
 */
export function addressKey(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(address) ?? [];
  return normalizeIP(bracketed ?? plain ?? address.slice(0, 100));
}
