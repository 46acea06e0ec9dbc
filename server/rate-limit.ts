import { isIPv6 } from "node:net";

/** Takes one turn for an address; 0 when it is granted, else the seconds until there is one. */
export type RateLimit = (address: string) => number;

/** Addresses remembered at most: the longest unseen is forgotten first. */
const MOST_ADDRESSES = 20_000;

/** A token bucket for each address: a burst of `perMinute`, refilled evenly. */
export function createRateLimit(perMinute: number, now: () => number): RateLimit {
  if (perMinute === 0) return () => 0;
  const buckets = new Map<string, { tokens: number; at: number }>();
  const millisecondsEach = 60_000 / perMinute;

  return (address) => {
    const key = addressKey(address);
    const bucket = buckets.get(key) ?? { tokens: perMinute, at: now() };
    const refilled = bucket.tokens + (now() - bucket.at) / millisecondsEach;
    const tokens = Math.min(perMinute, refilled);
    const granted = tokens >= 1;
    remember(buckets, key, { tokens: granted ? tokens - 1 : tokens, at: now() });
    return granted ? 0 : Math.ceil(((1 - tokens) * millisecondsEach) / 1000);
  };
}

/** Sets a key as the newest, and forgets the oldest beyond the bound. */
export function remember<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key);
  map.set(key, value);
  if (map.size <= MOST_ADDRESSES) return;
  for (const oldest of map.keys()) {
    map.delete(oldest);
    return;
  }
}

/** What counts as one visitor: an IPv4 address, or the /64 network of an IPv6 address. */
export function addressKey(address: string): string {
  // All that is not IPv6 goes the short way: each request for the page comes by here.
  if (!address.includes(":")) return address;
  const [plain = ""] = address.split("%");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!isIPv6(plain)) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const before = head === "" ? [] : head.split(":");
  const after = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : 8 - before.length - after.length;
  const groups = [...before, ...Array<string>(Math.max(0, zeros)).fill("0"), ...after];
  return groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(":");
}
