import type { Config } from "../config.ts";
import type { RequestStore } from "../store/store.ts";
import type { Output } from "./output.ts";

/** Throws a `CommandError` where it cannot do what its arguments say. */
export type Command = (args: string[], context: Context) => Promise<void>;

export type Context = Output & { store: RequestStore; config: Config };

/** Ends the command with exit code 1. The message is one sentence for the person who runs it. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}
