import type { FastifyRequest } from "fastify";

import { ApiError } from "./api-error.ts";

/**
 * Rejects what the page of another site sent. Before the rate limit, since it would otherwise use up what the
 * visitor's address may send.
 */
export async function rejectOtherSites(request: FastifyRequest): Promise<void> {
  if (senderOf(request) === "other-site") throw otherSite();
}

/** For what a password protects, which browsers send by themselves whichever page asks. */
export async function requireOwnPage(request: FastifyRequest): Promise<void> {
  if (senderOf(request) !== "own-page") throw otherSite();
}

/** Whose page sent a request, as far as the browser tells. */
function senderOf({ headers, host }: FastifyRequest): "own-page" | "other-site" | "unknown" {
  const { "sec-fetch-site": site, origin } = headers;
  if (site === "same-origin") return "own-page";
  if (site === "none") return "unknown";
  if (site !== undefined) return "other-site";
  // Over plain HTTP browsers send only the origin; privacy settings turn it into "null".
  if (origin === undefined || origin === "null") return "unknown";
  const isOwn = URL.canParse(origin) && new URL(origin).host === host;
  return isOwn ? "own-page" : "other-site";
}

function otherSite(): ApiError {
  return new ApiError(403, "42501", "Pages of other sites may not send requests");
}
