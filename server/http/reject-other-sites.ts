import type { FastifyRequest } from "fastify";

import { ApiError } from "./api-error.ts";

/**
 * Rejects cross-site requests. Runs before the rate limit, or another site's page could use up a visitor's limit.
 */
export async function rejectOtherSites(request: FastifyRequest): Promise<void> {
  if (senderOf(request) === "other-site") throw otherSite();
}

/** CSRF check: browsers attach Basic credentials to cross-site requests. */
export async function requireOwnPage(request: FastifyRequest): Promise<void> {
  if (senderOf(request) !== "own-page") throw otherSite();
}

/** Origin of a request, as far as the browser reports it. */
function senderOf({ headers, host }: FastifyRequest): "own-page" | "other-site" | "unknown" {
  const { "sec-fetch-site": site, origin } = headers;
  if (site === "same-origin") return "own-page";
  if (site === "none") return "unknown";
  if (site !== undefined) return "other-site";
  // Over plain HTTP browsers send Origin only; privacy settings turn it into "null".
  if (origin === undefined || origin === "null") return "unknown";
  const isOwn = URL.canParse(origin) && new URL(origin).host === host;
  return isOwn ? "own-page" : "other-site";
}

function otherSite(): ApiError {
  return new ApiError(403, "42501", "Pages of other sites may not send requests");
}
