import { onOneLine } from "../../../domain/escape-controls.ts";
import { definitionOf, FIELDS } from "../../../domain/fields.ts";
import { formatValue } from "../../../domain/requirement-text.ts";
import type { RequestRow } from "../../store/rows.ts";
import { normalize } from "../../store/search.ts";

/** Returns the words around the first match or, without a match, the start of the first free text. */
export function excerptOf(row: RequestRow, terms: readonly RegExp[]): string {
  const texts = [...FREE_TEXTS, ...OTHERS].map((field) =>
    normalize(formatValue(field, row[field]) ?? ""),
  );
  for (const text of texts) {
    const match = terms.map((term) => term.exec(text)).find((found) => found !== null);
    if (match) return cut(text, match.index);
  }
  return cut(texts.slice(0, FREE_TEXTS.length).find(Boolean) ?? "", 0);
}

const FREE_TEXTS = FIELDS.filter((field) => definitionOf(field).control === "textarea");

/** Excludes the name and the company, which the list shows anyway. */
const OTHERS = FIELDS.filter(
  (field) => !["full_name", "company"].includes(field) && !FREE_TEXTS.includes(field),
);

/** Characters before the match: few, so that narrow screens show the match, too. */
const LEAD = 24;

/** Characters from the match on: more than a wide screen shows. */
const LENGTH = 200;

function cut(text: string, index: number): string {
  const lead = text.slice(Math.max(0, index - LEAD), index);
  const shown = text.slice(index, index + LENGTH);
  const line = index <= LEAD ? lead + shown : `… ${lead.replace(/^\S*\s+/, "")}${shown}`;
  // Removes halves of surrogate pairs.
  return onOneLine(line.normalize("NFC").replaceAll(/\p{Surrogate}/gu, ""));
}
