import { FIELDS } from "../../domain/fields.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { RequestRow } from "../../domain/request-row.ts";
import { formatValue } from "../../domain/requirement-text.ts";

/**
 * Returns a pattern for each word, and for each "phrase" in quotes. They match normalized texts, and ignore case, accents
 * and line breaks, so that "maria" finds María.
 */
export function toPatterns(search: string): RegExp[] {
  const terms = normalize(search).replaceAll(ACCENTS, "").matchAll(TERMS);
  return Array.from(terms, ([word, phrase]) => {
    const words = (phrase ?? word).match(/\S+/g) ?? [];
    return new RegExp(words.map(withAccents).join(String.raw`\s+`), "iu");
  });
}

/** Returns true if the request, as the desk shows it, contains every term, even inside longer words. */
export function isFound(request: RequestRow, terms: readonly RegExp[]): boolean {
  const { id, note } = request;
  const values = FIELDS.map((field) => formatValue(field, request[field]));
  // A phrase cannot continue after NUL, which is not white space.
  const text = normalize([referenceOf(id), note, ...values].join("\0"));
  return terms.length > 0 && terms.every((term) => term.test(text));
}

/** Separates accents from their letters. */
function normalize(text: string): string {
  return text.normalize("NFD");
}

/** A last quote may be missing. Phones type curly quotes. */
const TERMS = /["“”„]([^"“”„]*[^"“”„\s][^"“”„]*)(?:["“”„]|$)|\S+/g;

const ACCENTS = /[\u0300-\u036f]/g;

function withAccents(word: string): string {
  const escaped = word.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
  return escaped.replaceAll(/\p{L}/gu, `$&${ACCENTS.source}*`);
}
