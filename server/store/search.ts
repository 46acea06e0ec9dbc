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

/** The condition that a request contains the text, whatever the case of its letters. */
export function hasText(text: string) {
  const sql = `instr(search_text(id, note, ${FIELDS.join(", ")}), ?) > 0`;
  return { sql, values: [foldCase(text)] };
}

function foldCase(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
