import { parseArgs } from "node:util";

import { isReference } from "../../domain/identifiers.ts";
import type { RequestStore } from "../store/store.ts";
import { CommandError, type Command } from "./command.ts";

export const replied = change("Marked as replied to", (store, id) => store.markReplied(id, null));
export const spam = change("Marked as spam", (store, id) => store.markSpam(id));
export const notSpam = change("No longer spam", (store, id) => store.markNotSpam(id));

/** For a command that changes the one request that a reference names. */
function change(effect: string, apply: (store: RequestStore, id: string) => void): Command {
  return async (args, { store, write }) => {
    const { id } = findOne(store, readOne(args, "REFERENCE"));
    apply(store, id);
    await write(`${effect}.\n`);
  };
}

/** The one argument of a command that takes no other. */
export function readOne(args: string[], name: string): string {
  const [given = "", ...more] = parseArgs({ args, allowPositionals: true }).positionals;
  if (given !== "" && more.length === 0) return given;
  throw new CommandError(`Name one ${name}: see "help".`);
}

/** The request of a reference, or of an ID where several have one reference. */
export function findOne(store: RequestStore, name: string) {
  const [found, ...others] = store.find(isReference(name) ? { reference: name } : { id: name });
  if (!found) throw new CommandError(`There is no request ${name}.`);
  if (others.length === 0) return found;
  const ids = [found, ...others].map(({ id }) => id);
  throw new CommandError(
    `${ids.length} requests have the reference ${name}: name an ID instead, ${ids.join(" or ")}.`,
  );
}
