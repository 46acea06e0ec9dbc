import type { DatabaseSync } from "node:sqlite";

import { FIELDS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { formatValue } from "../../domain/texts/requirement-text.ts";
import { readField } from "./rows.ts";

/**
 * Registers the SQL function by which every request is searched: its values as the desk shows them. Rejected: a
 * column of this text, which notes and changed labels would have to keep up to date.
 */
export function registerSearch(connection: DatabaseSync): void {
  connection.function(
    "search_text",
    { varargs: true, deterministic: true },
    (id, note, ...values) => {
      const texts = FIELDS.map((field, index) =>
        formatValue(field, readField(field, values[index] as string | null)),
      );
      return foldCase([referenceOf(String(id)), note, ...texts].join("\n"));
    },
  );
}

/** The condition that a request has a text, which must be given with its case folded. */
export const HAS_TEXT = `instr(search_text(id, note, ${FIELDS.join(", ")}), ?) > 0`;

export function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
