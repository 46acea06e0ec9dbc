import type { FastifyRequest, onRequestAsyncHookHandler } from "fastify";

import { ApiError } from "./api-error.ts";

/**
 * Rejects what the page of another site sent. Before the rate limit, since it would otherwise use up what the
 * visitor's address may send.
 */
export function rejectOtherSites(
  allowedOrigins: readonly string[] = [],
): onRequestAsyncHookHandler {
  return async (request) => {
    if (isFromOwnPage(request) || allowedOrigins.includes(request.headers.origin ?? "")) return;
    throw new ApiError(403, "42501", "Pages of other sites may not send requests");
  };
}

/** Whether a page of ours sent it. Where the browser tells nothing, it counts as ours. */
function isFromOwnPage({ headers, host }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = headers;
  // Privacy settings send "null", and old browsers nothing.
  if (origin === undefined || origin === "null") return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
