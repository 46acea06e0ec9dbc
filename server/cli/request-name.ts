import { isUuid } from "../../domain/identifiers.ts";
import { formatMinute, onOneLine } from "../../domain/requirement-text.ts";
import { wordsOf } from "../store/search.ts";
import { CommandError, type Context } from "./subcommand.ts";

/** Sets one property, or none if no name was given. A text with an @ is an exact email. */
type RequestName = { id?: string; email?: string; words: string[] };

export function readName(context: Context, names: string[]): RequestName {
  if (names.length === 0) return { words: [] };
  // An empty name is usually an unset shell variable. Without words, a search would match everything.
  if (names.some((name) => wordsOf(name).length === 0)) {
    throw new CommandError("The ID or email is empty; nothing was erased.");
  }
  const name = names.join(" ");
  if (name.includes("@")) return { email: name, words: [] };
  const lower = name.toLowerCase();
  if (isUuid(lower)) return { id: findOne(context, { id: lower }, name), words: [] };
  if (/^[0-9a-f]{8}$/.test(lower))
    return { id: findOne(context, { reference: lower }, name), words: [] };
  return { words: wordsOf(name) };
}

function findOne(
  { store, timeZone }: Context,
  filter: { id: string } | { reference: string },
  name: string,
): string {
  const [row, ...others] = store.find(filter);
  if (!row) throw new CommandError(`There is no request ${name}.`);
  if (others.length === 0) return row.id;
  const matches = [row, ...others].map(({ id, created_at, company, email }) =>
    [id, formatMinute(created_at, timeZone), onOneLine(company), email].join("  "),
  );
  throw new CommandError(
    [`Several requests have the reference ${name}; name one by its ID:`, ...matches].join("\n"),
  );
}
