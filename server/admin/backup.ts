import { backup as copyDatabase, DatabaseSync } from "node:sqlite";

import { sqliteFile } from "../store/open-store.ts";
import { readOne } from "./arguments.ts";
import { CommandError, type Command } from "./command.ts";
import { writeFileAtomically } from "./write-file.ts";

export const backup: Command = async (args, { config, write }) => {
  const file = readOne(args, "FILE");
  if (config.database !== null) {
    throw new CommandError("PostgreSQL has its own backups: use pg_dump (docs/operations.md).");
  }
  await backUp(sqliteFile(config), file);
  await write(`Backed up to ${file}.\n`);
};

/** Copies a SQLite database with SQLite's online backup, while others write to it. */
export async function backUp(database: string, file: string): Promise<void> {
  const source = new DatabaseSync(database, { readOnly: true, timeout: 5_000 });
  try {
    await writeFileAtomically(file, async (_, path) => void (await copyDatabase(source, path)));
  } finally {
    source.close();
  }
}
