import { parseArgs } from "node:util";

import { referenceOf } from "../../domain/identifiers.ts";
import { createLink, type LinkTarget } from "../links.ts";
import { hasText, listOverdueFirst } from "../request-list.ts";
import type { RequestFilter } from "../store/store.ts";
import { assertFound, readOne, readSince, toFilterOf } from "./arguments.ts";
import { CommandError, type Command, type Context } from "./command.ts";
import { describeCount, EXPORT_FORMATS, inFull, table, type ListFormat } from "./formats.ts";
import { writeFileAtomically } from "./write-file.ts";

const OPTIONS = {
  all: { type: "boolean" },
  held: { type: "boolean" },
  search: { type: "string" },
  since: { type: "string" },
  format: { type: "string" },
  output: { type: "string" },
} as const;

type Selection = {
  format: ListFormat;
  all: boolean;
  held: boolean;
  search: string | undefined;
  since: { receivedSince?: number };
};

/** A table shows what needs work; an export has everything. */
export const list: Command = async (args, context) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { all = false, held = false, search, output } = values;
  const format = values.format === undefined ? table : EXPORT_FORMATS.get(values.format);
  if (!format) throw new CommandError(`--format must be csv or jsonl, but is "${values.format}".`);
  const since = values.since === undefined ? {} : { receivedSince: readSince(values.since) };
  const selection = { format, all, held, search, since };
  const write = format === table ? writeTable : writeExport;
  if (output === undefined) return write(selection, context);
  await writeFileAtomically(output, (file) =>
    write(selection, { ...context, write: (text) => file.appendFile(text) }),
  );
};

/** Everything about the requests of an address, or about one; or their links. */
export const show: Command = async (args, context) => {
  const { values, positionals } = parseArgs({
    args,
    options: { link: { type: "boolean" } },
    allowPositionals: true,
  });
  const id = readOne(positionals, "ID");
  const clock = { now: Date.now(), timeZone: context.config.timeZone };
  const toText = values.link ? await readToLink(context) : null;
  let rows = 0;
  for await (const row of context.store.requests.list(toFilterOf(id))) {
    await context.write(
      toText ? `${toText({ reference: referenceOf(row.id) })}\n` : inFull(row, clock),
    );
    rows += 1;
  }
  if (rows === 0) assertFound(id, rows);
};

/** The link to the list of requests. */
export const link: Command = async (args, context) => {
  parseArgs({ args });
  const toText = await readToLink(context);
  await context.write(`${toText("list")}\n`);
};

async function readToLink({ store, config }: Context): Promise<(target: LinkTarget) => string> {
  const origin = config.publicUrl;
  if (origin === null) throw new CommandError("There are no links: set PUBLIC_URL.");
  const secret = await store.readSecret();
  return (target) => createLink(target, { origin, secret, now: Date.now() });
}

const MAX_ROWS = 20;

async function writeTable(selection: Selection, context: Context): Promise<void> {
  const { all, search } = selection;
  const { store, config, write, remark } = context;
  const clock = { now: Date.now(), timeZone: config.timeZone };
  let rows = 0;
  await write(table.head);
  for await (const row of listOverdueFirst(store.requests, toFilter(selection), clock)) {
    if (search !== undefined && !hasText(row, search)) continue;
    rows += 1;
    if (all || rows <= MAX_ROWS) await write(table.line(row, clock));
  }
  if (!all && rows > MAX_ROWS) await write(`and ${rows - MAX_ROWS} more: add --all\n`);
  remark(rows === 0 ? "Nothing to list." : `Times are in ${clock.timeZone}.`);
  const leftOut = await describeLeftOut(selection, context);
  if (leftOut !== "") remark(`Not listed: ${leftOut}.`);
}

async function writeExport(selection: Selection, { store, config, write }: Context): Promise<void> {
  const { format, search } = selection;
  const clock = { now: Date.now(), timeZone: config.timeZone };
  await write(format.head);
  for await (const row of store.requests.list(toFilter(selection))) {
    if (search === undefined || hasText(row, search)) await write(format.line(row, clock));
  }
}

/** What is held is listed apart; exports and searches have everything. */
function toFilter({ format, all, held, search, since }: Selection): RequestFilter {
  if (held) return { ...since, state: "held" };
  if (format !== table || search !== undefined) return since;
  return { ...since, state: all ? "accepted" : "unreplied" };
}

/** How many requests a table has no line for, and which option lists them. */
async function describeLeftOut(
  { all, held, search, since }: Selection,
  { store: { requests } }: Context,
): Promise<string> {
  if (held || search !== undefined) return "";
  const heldCount = await requests.count({ ...since, state: "held" });
  const repliedCount = all ? 0 : await requests.count({ ...since, state: "replied" });
  return [
    ...(repliedCount > 0 ? [`${describeCount(repliedCount)} with a reply (--all)`] : []),
    ...(heldCount > 0 ? [`${describeCount(heldCount)} held (--held)`] : []),
  ].join(", ");
}
