import type { RequestStore } from "../store/store.ts";

/** Throws a `CommandError` or `ConfigProblem` for invalid arguments or an expected failure. */
export type Subcommand = (args: string[], context: CommandContext) => Promise<void>;

export type CommandContext = {
  store: RequestStore;
  /** Described at `openDatabase`. */
  location: string;
  env: NodeJS.ProcessEnv;
  timeZone: string;
  /** Writes to stdout, and waits for slow readers so that a long export uses little memory. */
  write: (text: string) => Promise<void>;
};

/** Makes the command print the message and exit with code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
