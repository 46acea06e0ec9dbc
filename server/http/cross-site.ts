import type { FastifyRequest } from "fastify";

import { HttpError } from "./http-error.ts";

/** Must run before the rate limit, so that another site's page cannot use up a visitor's limit. */
export async function rejectCrossSite(request: FastifyRequest): Promise<void> {
  if (siteOf(request) === "cross-site") throw crossSiteError();
}

/** Prevents CSRF, because browsers also attach Basic credentials to cross-site requests. */
export async function requireSameOrigin(request: FastifyRequest): Promise<void> {
  if (siteOf(request) !== "same-origin") throw crossSiteError();
}

function siteOf({ headers, host }: FastifyRequest): "same-origin" | "cross-site" | "unknown" {
  const { "sec-fetch-site": site, origin } = headers;
  if (site === "same-origin") return "same-origin";
  if (site === "none") return "unknown";
  // Also rejects "same-site", because another subdomain is another origin.
  if (site !== undefined) return "cross-site";
  // Over plain HTTP, browsers send only Origin, not Sec-Fetch-Site. Privacy settings may make it "null".
  if (origin === undefined || origin === "null") return "unknown";
  const isOwn = URL.canParse(origin) && new URL(origin).host === host;
  return isOwn ? "same-origin" : "cross-site";
}

function crossSiteError(): HttpError {
  return new HttpError(403, "Cross-site requests are not accepted");
}
