import type { DatabaseSync } from "node:sqlite";

import {
  definitionOf,
  FIELDS,
  findReservedName,
  isList,
  type FieldName,
} from "../../domain/fields.ts";
import { preventStart } from "./errors.ts";
import { quoted } from "./rows.ts";

/** Adds a column for each field that the table lacks. */
export function addFieldColumns(database: DatabaseSync): void {
  const reserved = findReservedName(FIELDS);
  if (reserved !== null) throw preventStart(reserved);
  for (const field of findMissing(database)) {
    database.exec(
      `alter table data_requirements add column ${quoted(field)} text ${defaultOf(field)}`,
    );
  }
}

export function assertFieldColumns(database: DatabaseSync, path: string): void {
  const [first] = findMissing(database);
  if (first === undefined) return;
  throw preventStart(
    `The database ${path} lacks the column ${first}: start the server of this version, which adds it.`,
  );
}

function findMissing(database: DatabaseSync): FieldName[] {
  const columns = database.prepare("select name from pragma_table_info('data_requirements')").all();
  const names = new Set(columns.map(({ name }) => name));
  return FIELDS.filter((field) => !names.has(field));
}

/** SQLite gives a new column's default to all earlier rows. */
function defaultOf(field: FieldName): string {
  const { earlierValue } = definitionOf(field);
  if (earlierValue === undefined) return "";
  const value = isList(field) ? JSON.stringify([earlierValue]) : earlierValue;
  return `default '${value.replaceAll("'", "''")}'`;
}
