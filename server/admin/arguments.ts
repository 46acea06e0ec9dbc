import { parseArgs } from "node:util";

import { DAY_MS } from "../../domain/durations.ts";
import { isReference } from "../../domain/identifiers.ts";
import type { RequestFilter } from "../store/store.ts";
import { CommandError } from "./command.ts";

/** The one argument of a command that has no options. */
export function readOne(args: string[], name: string): string {
  const [given, extra] = parseArgs({ args, allowPositionals: true }).positionals;
  if (given !== undefined && extra === undefined) return given;
  throw new CommandError(`Name one ${name}: see "help".`);
}

/** What an ID names. Accepts any address: one that is rejected today may be stored already. */
export function toFilterOf(id: string): RequestFilter {
  if (id.includes("@")) return { email: id };
  if (isReference(id)) return { reference: id };
  throw new CommandError(`"${id}" is neither a reference nor an e-mail address.`);
}

/** Throws unless an ID names a request, and a reference no more than one. */
export function assertFound(id: string, found: number): void {
  if (found === 0) throw new CommandError(`There is no request of ${id}.`);
  if (found === 1 || !isReference(id)) return;
  throw new CommandError(
    `${found} requests have the reference ${id}: name the e-mail address instead.`,
  );
}

/** The start of a day in this process's time zone, or some days ago, in milliseconds since 1970. */
export function readSince(text: string): number {
  const days = toDays(text);
  if (days !== null) return Date.now() - days * DAY_MS;
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00`) : Number.NaN;
  if (!Number.isNaN(time)) return time;
  throw new CommandError(
    `--since must be days or a date, such as 7d or 2026-11-25, but is "${text}".`,
  );
}

/** When what is older than some days was received, in milliseconds since 1970. */
export function readOlderThan(text: string): number {
  const days = toDays(text);
  if (days !== null) return Date.now() - days * DAY_MS;
  throw new CommandError(`--older-than must be days, such as 180d, but is "${text}".`);
}

function toDays(text: string): number | null {
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1] ?? 0);
  return days > 0 ? days : null;
}
