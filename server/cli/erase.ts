import { createHash } from "node:crypto";
import { parseArgs } from "node:util";

import { DAY_MS } from "../../domain/durations.ts";
import type { Match } from "../store/matches.ts";
import type { RequestFilter } from "../store/request-filter.ts";
import { readName } from "./request-name.ts";
import { formatRow, HEADINGS } from "./request-table.ts";
import { CommandError, type Context, type Subcommand } from "./subcommand.ts";

const OPTIONS = {
  "older-than": { type: "string" },
  spam: { type: "boolean" },
  yes: { type: "boolean" },
  before: { type: "string" },
  expect: { type: "string" },
} as const;

export const erase: Subcommand = async (args, context) => {
  const { store, write } = context;
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  const { "older-than": age, spam, yes = false, before, expect } = values;
  const { words, ...named } = readName(context, positionals);
  const filter: RequestFilter = {
    ...named,
    ...(spam && { isSpam: true }),
    ...(age !== undefined && { storedBefore: store.now() - readDays(age) * DAY_MS }),
  };
  const { id, email, storedBefore } = filter;
  if (words.length > 0 || (spam && (id ?? email ?? storedBefore) === undefined)) {
    return erasePreviewed(context, filter, words, { yes, before, expect });
  }
  if (Object.keys(filter).length === 0) {
    throw new CommandError(
      "Name what to erase: an ID, an email, words, --older-than 180d or --spam.",
    );
  }
  if ((before ?? expect) !== undefined) {
    throw new CommandError('Only words, and --spam alone, have --before and --expect: see "help".');
  }
  const matches = await store.findMatches(filter);
  // Asks for nothing more, because a schedule may run this.
  if (yes) return eraseMatches(context, matches);
  const counted = await writePreview(context, matches);
  if (matches.length === 0) return write(`${counted}\n`);
  await write(`${counted} Add --yes to erase ${matches.length === 1 ? "it" : "them"}.\n`);
};

/**
 * Erases only requests that a preview has counted, because words may match genuine requests, and because more matching
 * requests may arrive after the preview. `before` is the time of the preview, and `expect` identifies its matches.
 */
async function erasePreviewed(
  context: Context,
  filter: RequestFilter,
  words: string[],
  { yes, before, expect }: { yes: boolean; before: string | undefined; expect: string | undefined },
): Promise<void> {
  const { store, write, command } = context;
  const previewedAt = Date.parse(before ?? "");
  if (yes && !Number.isNaN(previewedAt)) {
    const matches = await store.findMatches({ ...filter, storedBefore: previewedAt }, words);
    if (identify(matches) === expect) return eraseMatches(context, matches);
  }
  const storedBefore = filter.storedBefore ?? store.now();
  const matches = await store.findMatches({ ...filter, storedBefore }, words);
  const counted = await writePreview(context, matches);
  if (matches.length === 0) return write(`${counted}\n`);
  const options = [
    ...(filter.isSpam ? ["--spam"] : []),
    `--before ${new Date(storedBefore).toISOString()} --expect ${identify(matches)} --yes`,
    // After `--`, words may start with a hyphen.
    ...(words.length > 0 ? [`-- '${words.join(" ").replaceAll("'", String.raw`'\''`)}'`] : []),
  ];
  await write(`${counted} To erase exactly these, run:\n${command} erase ${options.join(" ")}\n`);
  if (!yes) return;
  throw new CommandError(
    expect === undefined
      ? "Nothing was erased, because words, and --spam alone, need a preview first."
      : "Nothing was erased, because the requests have changed since the preview.",
  );
}

/** Differs if the requests, or their states, differ. */
function identify(matches: Match[]): string {
  const hash = createHash("sha256").update(JSON.stringify(matches)).digest("hex");
  return `${matches.length}:${hash.slice(0, 8)}`;
}

const PREVIEW_ROWS = 20;

/** Lists requests with a reply or a note first, because they are probably genuine. Resolves to the count in words. */
async function writePreview(
  { store, timeZone, write }: Context,
  matches: Match[],
): Promise<string> {
  const time = { now: store.now(), timeZone };
  const isHandled = ({ replied_at, noted_at }: Match) => replied_at !== null || noted_at !== null;
  const handled = matches.filter(isHandled);
  const others = matches.filter((match) => !isHandled(match));
  const handledRows = store.find(idsOf(handled), { limit: PREVIEW_ROWS });
  const otherRows = store.find(idsOf(others), { limit: PREVIEW_ROWS - handledRows.length });
  if (matches.length > 0) await write(HEADINGS);
  if (handled.length > 0) await write(`With a reply or a note (${handled.length}):\n`);
  for (const row of handledRows) await write(formatRow(row, time));
  if (handled.length > 0 && otherRows.length > 0) await write(`Others (${others.length}):\n`);
  for (const row of otherRows) await write(formatRow(row, time));
  return matches.length === 1 ? "1 request matches." : `${matches.length} requests match.`;
}

const idsOf = (matches: Match[]): RequestFilter => ({ ids: matches.map(({ id }) => id) });

async function eraseMatches({ store, write }: Context, matches: Match[]): Promise<void> {
  const erased = await store.eraseMatches(matches);
  await write(`Erased: ${erased === 1 ? "1 request" : `${erased} requests`}.\n`);
  const left = matches.length - erased;
  if (left === 0) return;
  throw new CommandError(
    `Not erased: ${left}, because a colleague changed ${left === 1 ? "it" : "them"} in the meantime.`,
  );
}

function readDays(text: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(text)?.[1] ?? 0);
  if (days > 0) return days;
  throw new CommandError(`--older-than must be days, such as 180d, but is "${text}".`);
}
