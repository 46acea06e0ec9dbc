import { parseArgs } from "node:util";

import type { RequestStore } from "../store/store.ts";
import { findOne, readOne, type Subcommand } from "./subcommand.ts";

export const replied = change("Marked as replied to", (store, id) => store.markReplied(id, null));
export const notSpam = change("Not spam", (store, id) => store.markNotSpam(id));

function change(effect: string, apply: (store: RequestStore, id: string) => void): Subcommand {
  return async (args, context) => {
    const { positionals } = parseArgs({ args, allowPositionals: true });
    const { id } = findOne(context, readOne(positionals, "ID"));
    apply(context.store, id);
    await context.write(`${effect}.\n`);
  };
}
