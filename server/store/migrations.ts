import { readdirSync, readFileSync } from "node:fs";

export type Migration = { name: string; sql: string };

/**
 * The steps of a schema, oldest first. Those that were released are never edited; new ones get the
 * next name.
 */
export function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), "utf8") }));
}
