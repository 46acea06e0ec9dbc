import { isUuid } from "../../domain/identifiers.ts";
import { onOneLine } from "../../domain/requirement-text.ts";
import { formatMinute } from "../store/request-details.ts";
import type { RequestRow } from "../store/rows.ts";
import type { RequestStore } from "../store/store.ts";

/** Throws a `CommandError` for invalid arguments or an expected failure. */
export type Subcommand = (args: string[], context: Context) => Promise<void>;

export type Context = {
  store: RequestStore;
  timeZone: string;
  /** Writes to stdout, and waits for slow readers so that a long export uses little memory. */
  write: (text: string) => Promise<void>;
};

/** Makes the command print the message and exit with code 1. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

export function readOne(positionals: string[], name: string): string {
  const [given = "", ...more] = positionals;
  if (given !== "" && more.length === 0) return given;
  throw new CommandError(`Name one ${name}: see "help".`);
}

/** Finds a request by its ID or an unambiguous reference. */
export function findOne({ store, timeZone }: Context, name: string): RequestRow {
  const given = name.toLowerCase();
  const [row, ...others] = store.find(isUuid(given) ? { id: given } : { reference: given });
  if (!row) throw new CommandError(`There is no request ${name}.`);
  if (others.length === 0) return row;
  const matches = [row, ...others].map(({ id, created_at, company, email }) =>
    [id, formatMinute(created_at, timeZone), onOneLine(company), email].join("  "),
  );
  throw new CommandError(
    [`Several requests have the reference ${name}; name one by its ID:`, ...matches].join("\n"),
  );
}
