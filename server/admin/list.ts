import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

import { importBuiltPages } from "../../domain/built-pages.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { detailsOf } from "../../domain/requirement-text.ts";
import { createLink, linkOrigin } from "../http/link/request-link.ts";
import type { ListedRequest, RequestFilter } from "../store/store.ts";
import { assertFound, readOne, toId } from "./arguments.ts";
import { CommandError, type Command, type Context } from "./command.ts";
import { EXPORT_FORMATS, inFull, table, type ListFormat } from "./formats.ts";
import { describeHeld } from "./status.ts";
import { writeWhole } from "./write-file.ts";

const OPTIONS = {
  all: { type: "boolean" },
  held: { type: "boolean" },
  search: { type: "string" },
  format: { type: "string" },
  output: { type: "string" },
} as const;

type Selection = { format: ListFormat; all: boolean; held: boolean; search: string | null };

/** A table shows what needs work; an export has everything. */
export const list: Command = async (args, context) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  const { all = false, held = false, search = null, output } = values;
  const format = values.format === undefined ? table : EXPORT_FORMATS.get(values.format);
  if (!format) throw new CommandError(`--format must be csv or jsonl, but is "${values.format}".`);
  const selection = { format, all, held, search };
  if (output === undefined) return writeList(selection, context);
  await writeWhole(output, (file) =>
    writeList(selection, { ...context, write: (text) => file.appendFile(text) }),
  );
};

/** Everything about the requests of an address, or about one; or their links. */
export const show: Command = async (args, context) => {
  const { values, positionals } = parseArgs({
    args,
    options: { link: { type: "boolean" } },
    allowPositionals: true,
  });
  const who = toId(readOne(positionals, "ID"));
  const clock = { now: Date.now(), timeZone: context.config.timeZone };
  const toText = values.link ? await readToLink(context) : null;
  let rows = 0;
  for await (const row of context.store.requests.list({ who })) {
    await context.write(toText ? `${toText(referenceOf(row.id))}\n` : inFull(row, clock));
    rows += 1;
  }
  if (rows === 0) assertFound(who, rows);
};

async function readToLink({ store, config }: Context): Promise<(reference: string) => string> {
  const origin = linkOrigin(config.publicUrl, await readSiteOrigin());
  if (origin === null) throw new CommandError("Links have no address: set PUBLIC_URL.");
  const secret = await store.readSecret();
  return (reference) => createLink(reference, { origin, secret, now: Date.now() });
}

/** Of the built site, if there is one. */
async function readSiteOrigin(): Promise<string | null> {
  const built = new URL("../../build/pages.js", import.meta.url);
  return existsSync(built) ? (await importBuiltPages(built.href)).origin : null;
}

const MAX_ROWS = 20;

async function writeList(selection: Selection, context: Context): Promise<void> {
  const { format, all, search } = selection;
  const { store, config, write, note } = context;
  const clock = { now: Date.now(), timeZone: config.timeZone };
  const maximum = format === table && !all ? MAX_ROWS : Infinity;
  let rows = 0;
  await write(format.head);
  for await (const row of store.requests.list(toFilter(selection))) {
    if (search !== null && !contains(row, search)) continue;
    rows += 1;
    if (rows <= maximum) await write(format.line(row, clock));
  }
  if (rows > maximum) await write(`and ${rows - maximum} more: list --all\n`);
  if (format !== table) return;
  note(
    rows > 0
      ? `Times are in ${clock.timeZone}.`
      : "Nothing to list; list --all has what was replied to, too.",
  );
  const { held_since } = await store.outbox.backlog();
  note(`${await describeHeld(context, held_since)} (list --held).`);
}

/** What is held is listed apart; exports and searches have everything. */
function toFilter({ format, all, held, search }: Selection): RequestFilter {
  if (held) return { state: "held" };
  if (format !== table || search !== null) return {};
  return { state: all ? "accepted" : "unreplied" };
}

/** Whether any field, or the reference, contains the text. Case does not matter. */
function contains(row: ListedRequest, search: string): boolean {
  const values = [referenceOf(row.id), ...detailsOf(row).map(({ value }) => value)];
  return values.some((value) => fold(value).includes(fold(search)));
}

function fold(text: string): string {
  return text.normalize("NFC").toLowerCase();
}
