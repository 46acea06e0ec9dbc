import { backup as copyDatabase, DatabaseSync } from "node:sqlite";

import { readOne } from "./change.ts";
import type { Command } from "./command.ts";
import { writeFileAtomically } from "./write-file.ts";

/** Copies the database with SQLite's online backup, while the server writes to it. */
export const backup: Command = async (args, { store, write }) => {
  const file = readOne(args, "FILE");
  const source = new DatabaseSync(store.path, { readOnly: true, timeout: 5_000 });
  try {
    await writeFileAtomically(file, async (_, path) => void (await copyDatabase(source, path)));
  } finally {
    source.close();
  }
  await write(`Backed up to ${file}.\n`);
};
