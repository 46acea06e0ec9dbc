/** What a page of another origin may do with the resource: nothing, unless its origin is listed. */
export function crossOriginHeaders(
  origin: string | undefined,
  allowedOrigins: string[],
): Record<string, string> {
  if (allowedOrigins.length === 0) return {};
  if (origin === undefined || !allowedOrigins.includes(origin)) return { vary: "Origin" };
  return {
    vary: "Origin",
    "access-control-allow-origin": origin,
    "access-control-allow-methods": "POST",
    "access-control-allow-headers":
      "content-type, prefer, apikey, authorization, idempotency-key, content-profile, " +
      "accept-profile, x-client-info, x-retry-count",
    "access-control-expose-headers": "content-range, preference-applied, retry-after",
    "access-control-max-age": "86400",
  };
}
