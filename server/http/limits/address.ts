import { normalizeIP } from "@fastify/rate-limit";

/** Addresses to remember something of; beyond it, the one seen longest ago is forgotten. */
export const MAX_ADDRESSES = 20_000;

/**
 * What counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address. Some proxies
 * forward an address with its port.
 */
export function addressKey(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]+)\]|([\d.]+))(?::\d+)?$/.exec(address) ?? [];
  return normalizeIP(bracketed ?? plain ?? address.slice(0, 100));
}
