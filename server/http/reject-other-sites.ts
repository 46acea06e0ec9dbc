import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";

import { ApiError } from "./api-error.ts";

/**
 * Rejects what the page of another site sent. Before the rate limit, since it would otherwise use up what the
 * visitor's address may send. Where the browser tells nothing, it counts as ours.
 */
export function rejectOtherSites(
  allowedOrigins: readonly string[] = [],
): onRequestAsyncHookHandler {
  return async (request) => {
    const site = request.headers["sec-fetch-site"];
    const { origin } = request.headers;
    if (allowedOrigins.includes(origin ?? "")) return;
    if (site === undefined) {
      // Privacy settings send "null", and old browsers nothing.
      if (origin === undefined || origin === "null" || isOwnOrigin(request)) return;
    } else if (site === "same-origin" || site === "none") return;
    throw otherSite();
  };
}

/**
 * Rejects what did not come from our own page. For what a password protects, which browsers send by themselves
 * whichever page asks.
 */
export async function requireOwnPage(request: FastifyRequest): Promise<void> {
  const site = request.headers["sec-fetch-site"];
  // Browsers send none over plain HTTP.
  if (site === undefined ? isOwnOrigin(request) : site === "same-origin") return;
  throw otherSite();
}

function isOwnOrigin({ headers: { origin = "" }, host }: FastifyRequest): boolean {
  return URL.canParse(origin) && new URL(origin).host === host;
}

function otherSite(): ApiError {
  return new ApiError(403, "42501", "Pages of other sites may not send requests");
}
