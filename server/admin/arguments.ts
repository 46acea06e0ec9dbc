import { parseArgs } from "node:util";

import { isReference } from "../../domain/identifiers.ts";
import { CommandError } from "./command.ts";

/** The one argument of a command that has no options. */
export function readOne(args: string[], name: string): string {
  const [given, extra] = parseArgs({ args, allowPositionals: true }).positionals;
  if (given !== undefined && extra === undefined) return given;
  throw new CommandError(`Name one ${name}: see "help".`);
}

/** Accepts any address: one that is rejected today may be stored already. */
export function toId(text: string): string {
  if (text.includes("@") || isReference(text)) return text;
  throw new CommandError(`"${text}" is neither a reference nor an e-mail address.`);
}

/** Throws unless an ID names a request, and a reference no more than one. */
export function assertFound(who: string, found: number): void {
  if (found === 0) throw new CommandError(`There is no request of ${who}.`);
  if (found === 1 || !isReference(who)) return;
  throw new CommandError(
    `${found} requests have the reference ${who}: name the e-mail address instead.`,
  );
}
