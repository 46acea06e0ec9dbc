import type { DatabaseSync } from "node:sqlite";

import {
  definitionOf,
  FIELDS,
  findReservedName,
  isList,
  SYSTEM_COLUMNS,
  type FieldName,
} from "../../domain/fields.ts";
import { preventStart } from "./errors.ts";
import { quoted } from "./rows.ts";

/** Adds a column for each field that the table lacks. */
export function addFieldColumns(database: DatabaseSync, path: string): void {
  const reserved = findReservedName(FIELDS);
  if (reserved !== null) throw preventStart(reserved);
  for (const field of findMissing(database)) {
    database.exec(
      `alter table data_requirements add column ${quoted(field)} text ${defaultOf(field)}`,
    );
  }
  assertWritable(database, path);
}

export function assertFieldColumns(database: DatabaseSync, path: string): void {
  const [first] = findMissing(database);
  if (first === undefined) return;
  throw preventStart(
    `The database ${path} lacks the column ${first}: start the server of this version, which adds it.`,
  );
}

/** Another version may have added a column that needs a value, which this version does not know. */
function assertWritable(database: DatabaseSync, path: string): void {
  const known = new Set<unknown>([...SYSTEM_COLUMNS, ...FIELDS]);
  const unknown = columnsOf(database).find(
    ({ name, notnull, dflt_value }) => notnull === 1 && dflt_value === null && !known.has(name),
  );
  if (unknown === undefined) return;
  throw preventStart(
    `The database ${path} needs a value for the column ${String(unknown["name"])}, which this version does not have: ` +
      "run the version that wrote it.",
  );
}

function findMissing(database: DatabaseSync): FieldName[] {
  const names = new Set(columnsOf(database).map(({ name }) => name));
  return FIELDS.filter((field) => !names.has(field));
}

function columnsOf(database: DatabaseSync) {
  return database.prepare("select * from pragma_table_info('data_requirements')").all();
}

/** SQLite gives a new column's default to all earlier rows. */
function defaultOf(field: FieldName): string {
  const { earlierValue } = definitionOf(field);
  if (earlierValue === undefined) return "";
  const value = isList(field) ? JSON.stringify([earlierValue]) : earlierValue;
  return `default '${value.replaceAll("'", "''")}'`;
}
