import { rename, rm } from "node:fs/promises";
import { backup, DatabaseSync } from "node:sqlite";

/**
 * Copies the SQLite database with SQLite's online backup, while others write to it. The copy gets
 * its name only when it is complete. Resolves to a sentence if that fails.
 */
export async function backUp(database: string, file: string): Promise<string | null> {
  const unfinished = `${file}.unfinished`;
  const source = new DatabaseSync(database, { readOnly: true, timeout: 5_000 });
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
