/** Which requests look like spam. `supabase/migrations/` has the same rules for PostgREST. */

import type { DataRequirement } from "./data-requirement.ts";

/** What the form observed while it was filled in; sent in headers beside the requirement. */
export type FormUse = {
  /** A hidden field that bots fill in, and sometimes autofill. `probe` is what `npm run probe` sends instead. */
  honeypot: "empty" | "filled" | "probe";
  /** From the first input, or from the page's opening where no input was noticed, to the submit; null without script. */
  fillMilliseconds: number | null;
};

export type SpamReason = "no-form" | "probe" | "honeypot" | "too-fast" | "link" | "marked";

/** The first reason that applies. `marked` is not among them: people set it, at the desk or by the command. */
export function findSpamReason(
  { full_name }: DataRequirement,
  formUse: FormUse | null,
): SpamReason | null {
  if (formUse === null) return "no-form";
  const { honeypot, fillMilliseconds } = formUse;
  if (honeypot === "probe") return "probe";
  if (honeypot === "filled") return "honeypot";
  if (fillMilliseconds !== null && fillMilliseconds < MIN_FILL_MS) return "too-fast";
  return LINKS.test(full_name) ? "link" : null;
}

/** With autofill a person takes two seconds. */
const MIN_FILL_MS = 1_000;

/** A link, or three names of sites. A company may well be given with its site. */
const LINKS = /https?:\/\/|(www\..*){3}/i;
