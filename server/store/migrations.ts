import { readdirSync, readFileSync } from "node:fs";

import { StoreUnavailable } from "./store.ts";

export type Migration = { name: string; sql: string };

/** The files of a folder, oldest first: ours, which are frozen since 1.0.0, and an adopter's own. */
export function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), "utf8") }));
}

/** The migrations that a database lacks. Throws for a database that has others. */
export function findMissing(
  migrations: readonly Migration[],
  { applied, location }: { applied: ReadonlySet<string> | null; location: string },
): Migration[] {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...(applied ?? [])].find((name) => !known.has(name));
  if (unknown !== undefined) throw otherVersion(location, `has the migration ${unknown}`);
  return migrations.filter(({ name }) => !applied?.has(name));
}

/** The sentence for a database that this version cannot open. */
export function otherVersion(location: string, what: string): StoreUnavailable {
  return new StoreUnavailable(
    `${location} was written by another version, since it ${what}: ` +
      "run the version that wrote it, or export its requests with that one (docs/upgrade.md).",
    { transient: false },
  );
}
