import { onOneLine } from "../../domain/escape-controls.ts";
import { formatMinute } from "../../domain/format-time.ts";
import { isUuid } from "../../domain/identifiers.ts";
import { CommandError, type Context } from "./subcommand.ts";

/** A text with an @ is an exact email. Without a name, resolves to an empty object. */
export async function readName(
  context: Context,
  names: string[],
): Promise<{ id?: string; email?: string }> {
  const [name, ...others] = names;
  if (name === undefined) return {};
  // An empty name is usually an unset shell variable.
  if (names.some((each) => each.trim() === "")) {
    throw new CommandError("The ID or email is empty; nothing was erased.");
  }
  if (others.length > 0) throw new CommandError('Name one ID or email: see "help".');
  if (name.includes("@")) return { email: name };
  const lower = name.toLowerCase();
  const isReference = /^[0-9a-f]{8}$/.test(lower);
  if (!isReference && !isUuid(lower)) {
    throw new CommandError(`"${name}" is neither an ID nor an email: see "help".`);
  }
  return { id: await findOne(context, isReference ? { reference: lower } : { id: lower }, name) };
}

async function findOne(
  { store, timeZone }: Context,
  filter: { id: string } | { reference: string },
  name: string,
): Promise<string> {
  const [row, ...others] = await store.find(filter);
  if (!row) throw new CommandError(`There is no request ${name}.`);
  if (others.length === 0) return row.id;
  const matches = [row, ...others].map(({ id, created_at, company, email }) =>
    [id, formatMinute(created_at, timeZone), onOneLine(company), email].join("  "),
  );
  throw new CommandError(
    [`Several requests have the reference ${name}; name one by its ID:`, ...matches].join("\n"),
  );
}
