import {
  emptyDraft,
  FIELDS,
  isChoice,
  isRequired,
  optionsOf,
  REQUIRED_FIELDS,
  toDataRequirement,
  type Draft,
} from "../../domain/data-requirement.ts";
import { COLUMNS, PROVIDER_COLUMNS } from "./columns.ts";
import { insertStatement, insertValues } from "./insert.ts";
import { otherVersion } from "./migrations.ts";
import type { SqlDatabase } from "./sql.ts";
import { StoreUnavailable } from "./store.ts";

/** A column of the table; `insertable` tells whether visitors of a hosted database may insert it. */
type TableColumn = { name: string; notNull: boolean; insertable: boolean };

/** All but the fields, which a migration may still have to add. */
const OWN_COLUMNS = [...COLUMNS, ...PROVIDER_COLUMNS].filter(
  (name) => !(FIELDS as readonly string[]).includes(name),
);

/** Resolves when an insert succeeds, which is taken back. */
export function tryInsert(database: SqlDatabase, changes: Partial<Draft> = {}): Promise<void> {
  const requirement = toDataRequirement({ ...SAMPLE, ...changes });
  const values = insertValues(requirement, null, null);
  return database.dryRun(insertStatement(database.dialect), values);
}

const SAMPLE: Draft = {
  ...emptyDraft(),
  ...Object.fromEntries(REQUIRED_FIELDS.map((field) => [field, "Sample"])),
  email: "sample@example.org",
};

/**
 * Rejects unless the table fits the domain. Where it lacks a column or an option, the sentence names the lines
 * that the next migration needs.
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
  if (lines.length > 0) throw unfit("does not fit domain/data-requirement.ts", lines);

  await tryInsert(database);
  for (const field of FIELDS.filter(isChoice)) {
    for (const { value } of optionsOf(field)) {
      await tryInsert(database, { [field]: value }).catch((error: unknown) => {
        if (error instanceof StoreUnavailable) throw error;
        throw unfit(`rejects ${value} for ${field}`, [changes.allowOptions(field)]);
      });
    }
  }

  function unfit(problem: string, statements: string[]): StoreUnavailable {
    return new StoreUnavailable(
      `${location}: data_requirements ${problem}: add a file to ${migrations} with\n` +
        `${statements.join("\n")}\n`,
      { transient: false },
    );
  }
}
