import type { RequestStore } from "../store/store.ts";

/** Throws a `CommandError` or `ConfigProblem` for invalid arguments or an expected failure. */
export type Subcommand = (args: string[], context: CommandContext) => Promise<void>;

export type CommandContext = {
  store: RequestStore;
  /** Described at `openDatabase`. */
  location: string;
  /** Null for PostgreSQL. */
  file: string | null;
  env: NodeJS.ProcessEnv;
  timeZone: string;
  /** Writes to stdout, and waits for slow readers so that a long export uses little memory. */
  write: (text: string) => Promise<void>;
};

/** Only the server creates the database, because the file must belong to the server's user. */
export function noDatabase(file: string): CommandError {
  return new CommandError(
    `There is no database ${file}: the server creates it at its first start. If it was deleted, restore a backup ` +
      "(docs/operations.md); where the server has another DATA_DIR, set it here, too.",
  );
}

/** Makes the command print the message and exit with code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
