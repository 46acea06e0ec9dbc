import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

import {
  emptyDraft,
  FIELDS,
  type DataRequirement,
  type Draft,
} from "../../domain/data-requirement.ts";

/** A field people do not see: whoever fills it in is a program, or a browser that guessed. */
const HONEYPOT = "leave_empty";

/** Several times what the page's form has. */
const MAX_PAIRS = 200;

/** Reads the form as a browser without script posts it; undefined for what no such form can send. */
export function readForm(given: unknown): { draft: Draft; isHoneypotFilled: boolean } | undefined {
  const body = Buffer.isBuffer(given) ? given.toString() : "";
  if (body.split("&", MAX_PAIRS + 1).length > MAX_PAIRS) return undefined;
  const form = new URLSearchParams(body);
  const draft = emptyDraft();
  for (const field of FIELDS) {
    if (field === "hardware_setup") draft.hardware_setup = form.getAll(field);
    // Browsers send line breaks as CRLF; script reads them as LF, and the record is one.
    else draft[field] = (form.get(field) ?? "").replaceAll("\r\n", "\n");
  }
  return { draft, isHoneypotFilled: (form.get(HONEYPOT) ?? "") !== "" };
}

/** Whether a form was posted by our own page, as far as its browser says. */
export function isFromOwnPage(headers: IncomingHttpHeaders, host: string): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const { origin } = headers;
  // Browsers that protect privacy send "null", and old ones nothing.
  if (origin === undefined || origin === "null") return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}

/** The same form posted twice on one day (UTC) is one request. */
export function formKey(requirement: DataRequirement, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10);
  // The day comes first: keys of one day are neighbours in an index.
  return `form-${day}-${createHash("sha256").update(JSON.stringify(requirement)).digest("hex")}`;
}
