/**
 * What makes a request suspected spam. It is stored like any other, and its sender gets the same response,
 * but it is not announced. SQLite's store uses this module; `supabase/migrations/` has the same rules
 * in SQL, and `server/http/insert/spam.test.ts` tries both.
 */

import type { DataRequirement } from "./data-requirement.ts";

/** What the form observed while it was filled in; sent in headers beside the requirement. */
export type FormUse = {
  /** A field that people do not see: bots fill it in, and sometimes a browser's autofill. */
  honeypot: "empty" | "filled";
  /** From the first input to the submit; null without script. */
  fillMilliseconds: number | null;
};

/** The first that applies, in this order. */
export type SpamReason =
  /** Sent by a program, without what the form observes. */
  | "no-form"
  | "honeypot"
  /** Sent within a second of the first input: with autofill a person takes two. */
  | "too-fast"
  /** The name or the company has a link. */
  | "link"
  /** The free texts are those of another request of the last day; found by the store. */
  | "repeated"
  /** Too many requests in the last hour; only on PostgREST without our server. */
  | "too-many"
  /** The provider marked it. */
  | "marked";

/** Beside `Idempotency-Key`. In lower case, as PostgREST passes them on to the database. */
const FORM_USE_HEADERS = {
  honeypot: "form-honeypot",
  fillMilliseconds: "form-fill-milliseconds",
} as const;

/** A form whose time is not known. */
export const UNTIMED: FormUse = { honeypot: "empty", fillMilliseconds: null };

export function toHeaders({ honeypot, fillMilliseconds }: FormUse): Record<string, string> {
  return {
    [FORM_USE_HEADERS.honeypot]: honeypot,
    [FORM_USE_HEADERS.fillMilliseconds]: String(fillMilliseconds ?? ""),
  };
}

/** Null when no form sent the request. */
export function readFormUse(headers: Record<string, unknown>): FormUse | null {
  const honeypot = headers[FORM_USE_HEADERS.honeypot];
  const milliseconds = headers[FORM_USE_HEADERS.fillMilliseconds];
  if (honeypot !== "empty" && honeypot !== "filled") return null;
  const isTimed = typeof milliseconds === "string" && /^\d+$/.test(milliseconds);
  return { honeypot, fillMilliseconds: isTimed ? Number(milliseconds) : null };
}

/** The reason that can be seen from the request itself. */
export function suspectSpam(
  { full_name, company }: DataRequirement,
  formUse: FormUse | null,
): SpamReason | null {
  if (formUse === null) return "no-form";
  const { honeypot, fillMilliseconds } = formUse;
  if (honeypot === "filled") return "honeypot";
  if (fillMilliseconds !== null && fillMilliseconds < MIN_FILL_MS) return "too-fast";
  return LINK.test(`${full_name} ${company}`) ? "link" : null;
}

const MIN_FILL_MS = 1_000;
const LINK = /https?:\/\/|www\./i;
