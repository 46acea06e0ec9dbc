import type { Config } from "../config.ts";
import type { RequestStore } from "../store/store.ts";

/** Throws a `CommandError` where it cannot do what its arguments say. */
export type Command = (args: string[], context: Context) => Promise<void> | void;

type Context = {
  store: RequestStore;
  config: Config;
  /** Results go to stdout. Waits for a slow reader, so that a long export takes no memory. */
  write: (text: string) => Promise<void>;
};

/** Ends the command with exit code 1. The message is one sentence for the person who runs it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
