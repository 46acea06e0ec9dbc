import { readdirSync, readFileSync } from "node:fs";

export type Migration = { name: string; sql: string };

/**
 * The steps of a schema, oldest first. Released steps are never edited; a new one gets the next
 * name.
 */
export function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), "utf8") }));
}
