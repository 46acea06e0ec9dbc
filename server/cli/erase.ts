import { parseArgs } from "node:util";

import { DAY_MS } from "../../domain/durations.ts";
import { onOneLine } from "../../domain/escape-controls.ts";
import { formatMinute } from "../../domain/format-time.ts";
import { isUuid } from "../../domain/identifiers.ts";
import type { RequestFilter } from "../store/request-filter.ts";
import { formatRow, HEADINGS } from "./request-table.ts";
import { CommandError, type CommandContext, type Subcommand } from "./subcommand.ts";

const OPTIONS = {
  "older-than": { type: "string" },
  yes: { type: "boolean" },
} as const;

const PREVIEW_ROWS = 20;

export const erase: Subcommand = async (args, context) => {
  const { store, timeZone, write } = context;
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const { "older-than": age, yes = false } = values;
  const filter: RequestFilter = {
    ...(await readName(context, positionals)),
    ...(age !== undefined && { minAge: readDays(age) * DAY_MS }),
  };
  if (Object.keys(filter).length === 0) {
    throw new CommandError("Name what to erase: an ID, an email, or --older-than 180d.");
  }
  if (yes) {
    // Asks for no further confirmation, because a schedule may run this.
    const erased = await store.erase(filter);
    return write(`Erased: ${erased === 1 ? "1 request" : `${erased} requests`}.\n`);
  }
  const rows = await store.find(filter, { limit: PREVIEW_ROWS });
  const count = await store.count(filter);
  if (count > 0) await write(HEADINGS);
  const now = Date.parse(await store.readTime());
  for (const row of rows) await write(formatRow(row, { now, timeZone }));
  if (count === 0) return write("0 requests match.\n");
  await write(
    count === 1
      ? "1 request matches. Add --yes to erase it.\n"
      : `${count} requests match. Add --yes to erase them.\n`,
  );
};

/** A text with an @ is an exact email. Without a name, resolves to an empty object. */
async function readName(
  context: CommandContext,
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
  const isReference = /^[0-9a-f]{8}$/i.test(name);
  if (!isReference && !isUuid(name)) {
    throw new CommandError(`"${name}" is neither an ID nor an email: see "help".`);
  }
  return { id: await findOne(context, isReference ? { reference: name } : { id: name }, name) };
}

async function findOne(
  { store, timeZone }: CommandContext,
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

function readDays(text: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1] ?? 0);
  if (days > 0) return days;
  throw new CommandError(`--older-than must be days, such as 180d, but is "${text}".`);
}
