import { parseArgs } from "node:util";

import { DAY_MS } from "../../domain/durations.ts";
import type { RequestFilter } from "../store/request-filter.ts";
import { readName } from "./request-name.ts";
import { formatRow, HEADINGS } from "./request-table.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";

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
    ...(age !== undefined && { storedBefore: store.now() - readDays(age) * DAY_MS }),
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
  for (const row of rows) await write(formatRow(row, { now: store.now(), timeZone }));
  if (count === 0) return write("0 requests match.\n");
  await write(
    count === 1
      ? "1 request matches. Add --yes to erase it.\n"
      : `${count} requests match. Add --yes to erase them.\n`,
  );
};

function readDays(text: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1] ?? 0);
  if (days > 0) return days;
  throw new CommandError(`--older-than must be days, such as 180d, but is "${text}".`);
}
