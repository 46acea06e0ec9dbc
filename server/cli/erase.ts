import { parseArgs } from "node:util";

import { DAY_MS } from "../../domain/durations.ts";
import type { RequestFilter } from "../store/request-filter.ts";
import { CommandError, findOne, type Context, type Subcommand } from "./subcommand.ts";

const OPTIONS = {
  "older-than": { type: "string" },
  spam: { type: "boolean" },
  yes: { type: "boolean" },
} as const;

export const erase: Subcommand = async (args, context) => {
  const { store, write } = context;
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const { "older-than": age, spam, yes = false } = values;
  if (positionals.length > 1) throw new CommandError('Name one request: see "help".');
  const [name] = positionals;
  const filter: RequestFilter = {
    ...(name !== undefined && toFilter(context, name)),
    ...(spam && { isSpam: true }),
    ...(age !== undefined && { storedBefore: store.now() - readDays(age) * DAY_MS }),
  };
  if (Object.keys(filter).length === 0) {
    throw new CommandError("Name what to erase: an ID, an email, --older-than 180d or --spam.");
  }
  if (yes) return write(`Erased: ${countOf(store.erase(filter))}.\n`);
  await write(`--yes erases ${countOf(store.count(filter))}.\n`);
};

/** Accepts any text that contains an @, because an email stored under earlier rules may be invalid now. */
function toFilter(context: Context, name: string): RequestFilter {
  // An empty name is usually an unset shell variable.
  if (name === "") throw new CommandError("An empty name erases nothing.");
  return name.includes("@") ? { email: name } : { id: findOne(context, name).id };
}

function readDays(text: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1] ?? 0);
  if (days > 0) return days;
  throw new CommandError(`--older-than must be days, such as 180d, but is "${text}".`);
}

function countOf(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}
