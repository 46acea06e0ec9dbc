/** Which requests look like spam. `supabase/migrations/` has the same rules for PostgREST. */

import type { DataRequirement } from "./data-requirement.ts";

/** Reported by the sender: the form whose hidden field is filled in, and `npm run probe`. */
const REPORTED_REASONS = ["honeypot", "probe"] as const;
export type ReportedReason = (typeof REPORTED_REASONS)[number];

/** A colleague sets `flagged`, at the desk. */
export type SpamReason = ReportedReason | "link" | "flagged";

/** May be genuine, so colleagues hear of it. The probe's and flagged requests are known. */
export const SUSPECTED_SPAM = ["honeypot", "link"] as const satisfies readonly SpamReason[];

/** `reported` is the header's value. */
export function findSpamReason(
  { full_name }: DataRequirement,
  reported: unknown,
): SpamReason | null {
  const reason = REPORTED_REASONS.find((known) => known === reported);
  return reason ?? (LINKS.test(full_name) ? "link" : null);
}

/** A link, or three names of sites. A company may well be given with its site. */
const LINKS = /https?:\/\/|(www\..*){3}/i;
