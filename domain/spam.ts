/**
 * Which requests are held: stored and responded to like any other, but not announced. Our server uses
 * this module; `supabase/migrations/` has the same rules for PostgREST, and
 * `server/http/insert/spam.test.ts` tests both.
 */

import type { DataRequirement } from "./data-requirement.ts";

/** What the form observed while it was filled in; sent in headers beside the requirement. */
export type FormUse = {
  /**
   * A field that people do not see: bots fill it in, and sometimes a browser's autofill. `probe` is what
   * `npm run probe` sends instead of a form.
   */
  honeypot: "empty" | "filled" | "probe";
  /** From the first input to the submit; null without script. */
  fillMilliseconds: number | null;
};

/** The first that applies, in this order. */
export type HoldReason =
  /** Sent by a program, without what the form observes. */
  | "no-form"
  /** Sent by `npm run probe`. */
  | "probe"
  | "honeypot"
  /** Sent within a second of the first input: with autofill a person takes two. */
  | "too-fast"
  /** The name or the company has a link. */
  | "link"
  /** The provider marked it. */
  | "marked";

/** Reasons that are certain. What a rule guessed may be a person's, and is never erased as spam. */
export const CERTAIN_REASONS: readonly HoldReason[] = ["no-form", "probe", "honeypot", "marked"];

/** Why a request is held, or null. */
export function findHoldReason(
  { full_name, company }: DataRequirement,
  formUse: FormUse | null,
): HoldReason | null {
  if (formUse === null) return "no-form";
  const { honeypot, fillMilliseconds } = formUse;
  if (honeypot === "probe") return "probe";
  if (honeypot === "filled") return "honeypot";
  if (fillMilliseconds !== null && fillMilliseconds < MIN_FILL_MS) return "too-fast";
  return LINKS.test(`${full_name} ${company}`) ? "link" : null;
}

const MIN_FILL_MS = 1_000;

/** A link, or three names of sites: one alone may be the name of a company. */
const LINKS = /https?:\/\/|(www\..*){3}/i;
