import { parseArgs } from "node:util";

import type { Config } from "../config.ts";
import type { RequestRow } from "../store/rows.ts";
import type { RequestStore } from "../store/store.ts";

/** Throws a `CommandError` where it cannot do what its arguments say. */
export type Subcommand = (args: string[], context: Context) => Promise<void> | void;

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

/** The one argument of a subcommand that takes no other. */
export function readOne(args: string[], name: string): string {
  const [given = "", ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (given !== "" && more.length === 0) return given;
  throw new CommandError(`Name one ${name}: see "help".`);
}

/** The request that a reference names. */
export function findOne(store: RequestStore, reference: string): RequestRow {
  const found = store.findOne(reference);
  if (!found) throw new CommandError(`There is no request ${reference}.`);
  return found;
}
