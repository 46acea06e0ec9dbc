import { definitionOf } from "../../domain/fields.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { RequestRow } from "../../domain/request-row.ts";
import { detailsOf } from "../../domain/requirement-text.ts";

/** Mail programs and browsers cut long links. In characters after encoding. */
const MAX_QUOTE = 1_500;

/** Returns a link to a mail that quotes what the visitor needs. */
export function replyLink(row: RequestRow): string {
  const needs = detailsOf(row).filter(({ field }) => definitionOf(field).part === "needs");
  const quote = needs
    .flatMap(({ label, value }) => `${label}: ${value}`.split("\n"))
    .map((line) => `> ${line}`)
    .join("\r\n");
  const subject = encodeURIComponent(`Your data request ${referenceOf(row.id)}`);
  const body = quote && `&body=${encodeWithin(`\r\n\r\n${quote}`, MAX_QUOTE)}`;
  return `${mailLink(row.email)}?subject=${subject}${body}`;
}

export function mailLink(email: string): string {
  // RFC 6068 wants the "@" unencoded.
  return `mailto:${encodeURIComponent(email).replace("%40", "@")}`;
}

/** Links the first number, without an extension. Returns null for a text without digits. */
export function phoneLink(phone: string): string | null {
  // After a country code, "(0)" is not dialled.
  const [number] = /\+?[\d\s()./-]*\d/.exec(phone.replace(/(\+\d+\s*)\(0\)/, "$1")) ?? [];
  return number === undefined ? null : `tel:${number.replaceAll(/[^\d+]/g, "")}`;
}

/** Cuts between characters, and marks the cut. */
function encodeWithin(text: string, maximum: number): string {
  const encoded = encodeURIComponent(text);
  if (encoded.length <= maximum) return encoded;
  const end = encodeURIComponent(" …");
  let cut = "";
  for (const character of text) {
    const next = cut + encodeURIComponent(character);
    if (next.length > maximum - end.length) break;
    cut = next;
  }
  return cut + end;
}
