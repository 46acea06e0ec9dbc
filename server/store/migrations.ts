import { readdirSync, readFileSync } from "node:fs";

export type Migration = { name: string; sql: string };

/** The steps of a schema, oldest first; a released step is never edited. */
export function readMigrations(folder: URL): Migration[] {
  const names = readdirSync(folder).filter((name) => name.endsWith(".sql"));
  return names
    .toSorted()
    .map((name) => ({ name, sql: readFileSync(new URL(name, folder), "utf8") }));
}
