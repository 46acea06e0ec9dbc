import { parseArgs } from "node:util";

import { MAX_NOTE_LENGTH, readNote } from "../../domain/note.ts";
import { hasText } from "../request-list.ts";
import type { RequestFilter, StoredRequests } from "../store/store.ts";
import { assertFound, readOlderThan, readOne, toFilterOf } from "./arguments.ts";
import { CommandError, type Command, type Context } from "./command.ts";
import { describeCount } from "./formats.ts";

type Change = (requests: StoredRequests, filter: RequestFilter) => Promise<number>;

export const replied = change("Marked as replied", (requests, filter) =>
  requests.markReplied(filter, "command"),
);
export const unreplied = change("Waiting for a reply", (requests, filter) =>
  requests.markUnreplied(filter),
);
export const notSpam = change("No longer held", (requests, filter) => requests.release(filter));

export const note: Command = async (args, context) => {
  const [id, text, extra] = parseArgs({ args, allowPositionals: true }).positionals;
  if (id === undefined || text === undefined || extra !== undefined) {
    throw new CommandError('Name one ID, and the note in quotes: see "help".');
  }
  const noted = readNote(text);
  if (noted === undefined) {
    throw new CommandError(
      `A note has up to ${MAX_NOTE_LENGTH} characters, but not ${text.length}.`,
    );
  }
  const apply: Change = (requests, filter) => requests.setNote(filter, noted);
  await changeNamed([id], context, { effect: noted === null ? "Note removed" : "Noted", apply });
};

/** Holds what is named, or what has a text. */
export const spam: Command = async (args, context) => {
  const { values, positionals } = parseArgs({
    args,
    options: SPAM_OPTIONS,
    allowPositionals: true,
  });
  const { search, yes = false } = values;
  if (search === undefined && !yes) return holdNamed(positionals, context);
  const { requests } = context.store;
  if (search === undefined || positionals.length > 0) {
    throw new CommandError("--yes confirms --search TEXT, and names no ID.");
  }
  const ids = await findText(requests, { state: "accepted" }, search);
  await confirm({ found: ids.length, yes, done: "Held", does: "holds" }, context, () =>
    changeEach(ids, (some) => requests.hold({ ids: some })),
  );
};

const SPAM_OPTIONS = { search: { type: "string" }, yes: { type: "boolean" } } as const;

const ERASE_OPTIONS = {
  "older-than": { type: "string" },
  spam: { type: "boolean" },
  search: { type: "string" },
  yes: { type: "boolean" },
} as const;

/** How many days old certain spam must be to be erased. */
export const SPAM_DAYS = 30;

export const erase: Command = async (args, context) => {
  const { requests } = context.store;
  const given = parseArgs({ args, options: ERASE_OPTIONS, allowPositionals: true });
  const { "older-than": age, spam: isSpam = false, search, yes = false } = given.values;
  const [id, extra] = given.positionals;
  if (extra !== undefined) throw new CommandError(`Unexpected argument '${extra}': see "help".`);
  if ((id ?? age ?? search) === undefined && !isSpam) {
    throw new CommandError("Say what to erase: an ID, --older-than 180d, --spam or --search TEXT.");
  }
  const filter: RequestFilter = {
    ...(id !== undefined && toFilterOf(id)),
    ...(isSpam && { state: "certain-spam" }),
    ...((isSpam || age !== undefined) && { receivedBefore: readOlderThan(age ?? `${SPAM_DAYS}d`) }),
  };

  const ids = search === undefined ? null : await findText(requests, filter, search);
  const found = ids === null ? await requests.count(filter) : ids.length;
  // An interrupted erasure may have left copies in other files: this removes them.
  if (found === 0 && yes) await requests.erase({ ids: [] });
  if (id !== undefined) assertFound(id, found);
  await confirm({ found, yes, done: "Erased", does: "erases" }, context, () =>
    ids === null
      ? requests.erase(filter)
      : changeEach(ids, (some) => requests.erase({ ...filter, ids: some })),
  );
};

export const removeChannel: Command = async (args, { store, write }) => {
  const name = readOne(args, "NAME");
  if (name !== "webhook" && name !== "email") {
    throw new CommandError(`A channel is webhook or email, but not "${name}".`);
  }
  await store.outbox.removeChannel(name);
  await write(`New requests are no longer announced by ${name}.\n`);
};

export const secret: Command = async (args, { store, write }) => {
  parseArgs({ args });
  await write(`${await store.readSecret()}\n`);
};

export const rotateLinks: Command = async (args, { store, write }) => {
  parseArgs({ args });
  await store.rotateSecret();
  await write("No link that was made before opens anything any more.\n");
};

/** For a command that names one request, or all of one address. */
function change(effect: string, apply: Change): Command {
  return (args, context) => changeNamed([readOne(args, "ID")], context, { effect, apply });
}

function holdNamed(ids: string[], context: Context): Promise<void> {
  if (ids.length === 0) throw new CommandError('Name an ID, or --search TEXT: see "help".');
  const apply: Change = (requests, filter) => requests.hold(filter);
  return changeNamed(ids, context, { effect: "Held", apply });
}

/** Changes nothing unless every ID is found. */
async function changeNamed(
  ids: string[],
  { store: { requests }, write }: Context,
  { effect, apply }: { effect: string; apply: Change },
): Promise<void> {
  const filters = ids.map(toFilterOf);
  for (const [index, filter] of filters.entries()) {
    assertFound(ids[index] ?? "", await requests.count(filter));
  }
  let changed = 0;
  for (const filter of filters) changed += await apply(requests, filter);
  await write(`${effect}: ${describeCount(changed)}.\n`);
}

/** Changes what was found, once it is confirmed. Where nothing was, there is nothing to confirm. */
async function confirm(
  { found, yes, done, does }: { found: number; yes: boolean; done: string; does: string },
  { write }: Context,
  apply: () => Promise<number>,
): Promise<void> {
  if (!yes && found > 0) {
    throw new CommandError(`${done}: nothing. --yes ${does} ${describeCount(found)}.`);
  }
  await write(`${done}: ${describeCount(yes ? await apply() : 0)}.\n`);
}

async function findText(
  requests: StoredRequests,
  filter: RequestFilter,
  text: string,
): Promise<string[]> {
  // An empty text, as from a variable that is not set, would find every request.
  if (text.trim() === "") throw new CommandError("--search needs a text.");
  const ids: string[] = [];
  for await (const row of requests.list(filter)) if (hasText(row, text)) ids.push(row.id);
  return ids;
}

/** Changes a part of the rows at a time, because a statement takes a limited number of parameters. */
async function changeEach(
  ids: string[],
  apply: (some: string[]) => Promise<number>,
): Promise<number> {
  let changed = 0;
  for (let first = 0; first < ids.length; first += MAX_IDS) {
    changed += await apply(ids.slice(first, first + MAX_IDS));
  }
  return changed;
}

const MAX_IDS = 1_000;
