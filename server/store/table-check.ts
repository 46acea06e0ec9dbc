import { FIELDS, isRequired } from "../../domain/data-requirement.ts";
import { COLUMNS } from "./columns.ts";
import { insertStatement, INSERTED } from "./insert.ts";
import { otherVersion } from "./migrations.ts";
import type { SqlDatabase } from "./sql.ts";
import { StoreUnavailable } from "./store.ts";

/** A column of the table; `insertable` tells whether visitors of a hosted database may insert it. */
type TableColumn = { name: string; notNull: boolean; insertable: boolean };

const OWN_COLUMNS = COLUMNS.filter((name) => !(FIELDS as readonly string[]).includes(name));

/**
 * Rejects unless an insert would succeed. Where the table lacks what the domain has, the sentence names the
 * lines that the next migration needs.
 */
export async function checkTable(database: SqlDatabase, location: string): Promise<void> {
  const { columns, changes, migrations } = database.dialect;
  const table = new Map<string, TableColumn>();
  for (const column of await database.query<TableColumn>(columns)) table.set(column.name, column);
  const own = OWN_COLUMNS.find((name) => !table.has(name));
  if (own !== undefined) throw otherVersion(location, `has no column ${own}`);

  const missing = FIELDS.flatMap((field) => {
    const column = table.get(field);
    if (!column) return [changes.addColumn(field), changes.grant(field)];
    return [
      column.notNull && !isRequired(field) ? changes.dropNotNull(field) : "",
      column.insertable ? "" : changes.grant(field),
    ];
  });
  const lines = missing.filter((line) => line !== "");
  if (lines.length > 0) {
    const problem = `data_requirements does not fit domain/data-requirement.ts: add a file to ${migrations} with`;
    throw new StoreUnavailable(`${location}: ${problem}\n${lines.join("\n")}\n`, {
      transient: false,
    });
  }
  // Checks the statement and the right to run it, and runs nothing.
  const nothing = INSERTED.map(() => null);
  await database.query(`explain ${insertStatement(database.dialect)}`, nothing);
}
