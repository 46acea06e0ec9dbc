import { toDataRequirement, type Draft } from "../../domain/data-requirement.ts";
import { detailsOf, MAX_MAILTO_LENGTH } from "../../domain/texts/requirement-text.ts";

const SUBJECT = "Data request";
const CUT = "\r\n[The rest did not fit: please copy it from the form.]";

/** A link that writes an e-mail to the provider with what was typed: https://www.rfc-editor.org/rfc/rfc6068 */
export function contactMail(address: string, draft?: Draft): string {
  const subject = `mailto:${address}?subject=${encodeURIComponent(SUBJECT)}`;
  const details = draft ? detailsOf(toDataRequirement(draft)) : [];
  // A required text may be blank, but is not null.
  const typed = details.filter(({ value }) => value !== "");
  if (typed.length === 0) return subject;
  const lines = typed.map(({ label, value }) => `${label}: ${value}`);
  // Half of a surrogate pair cannot be encoded.
  const body = lines
    .join("\n")
    .replaceAll("\n", "\r\n")
    .replaceAll(/\p{Surrogate}/gu, "\uFFFD");
  const start = `${subject}&body=`;
  return start + encodeUpTo(MAX_MAILTO_LENGTH - start.length, body);
}

/** As many whole characters as fit. The contact details come first in a requirement. */
function encodeUpTo(maximum: number, text: string): string {
  const all = encodeURIComponent(text);
  if (all.length <= maximum) return all;
  const note = encodeURIComponent(CUT);
  let encoded = "";
  for (const character of text) {
    const next = encoded + encodeURIComponent(character);
    if (next.length + note.length > maximum) break;
    encoded = next;
  }
  return encoded + note;
}
