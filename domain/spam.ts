/** Spam rules. `server/store/direct-inserts.ts` gives them to PostgreSQL, for direct inserts. */

import type { DataRequirement } from "./data-requirement.ts";

/** Reasons reported by the sender, which is either a form with a filled-in honeypot or `npm run probe`. */
export const REPORTED_REASONS = ["honeypot", "probe"] as const;
export type ReportedReason = (typeof REPORTED_REASONS)[number];

/** Colleagues set `flagged` at the desk. */
export type SpamReason = ReportedReason | "link" | "flagged";

/** These reasons may be wrong, so colleagues are told how many requests have them. */
export const SUSPECTED_SPAM = ["honeypot", "link"] as const satisfies readonly SpamReason[];

export function findSpamReason(
  { full_name }: DataRequirement,
  reported: unknown,
): SpamReason | null {
  const reason = REPORTED_REASONS.find((known) => known === reported);
  return reason ?? (LINKS.test(full_name) ? "link" : null);
}

/** A link, or "www." three times. Applies only to the person's name, because the company's name may well be a site. */
export const LINKS = /https?:\/\/|(www\..*){3}/i;
