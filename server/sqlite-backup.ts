import { rename, rm } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";

import type { Environment } from "./environment.ts";
import { sqliteFile } from "./open-store.ts";

/**
 * Copies the SQLite database with SQLite's own online backup, while others write to it. The file
 * appears under its name only when it is whole. Resolves to a sentence when it could not be made.
 */
export async function backUp(
  environment: Pick<Environment, "dataFolder" | "databaseUrl">,
  file: string,
): Promise<string | null> {
  if (environment.databaseUrl !== null) {
    return "PostgreSQL has its own backups: use pg_dump (docs/operations.md).";
  }
  const unfinished = `${file}.unfinished`;
  const source = new DatabaseSync(sqliteFile(environment), { readOnly: true, timeout: 5_000 });
  try {
    await backup(source, unfinished);
    await rename(unfinished, file);
    return null;
  } catch (error) {
    await rm(unfinished, { force: true });
    return `The backup ${file} could not be written: ${error instanceof Error ? error.message : ""}.`;
  } finally {
    source.close();
  }
}
