import { parseArgs } from "node:util";

import type { RequestFilter, Requests } from "../store/store.ts";
import { assertFound, readOne, toId } from "./arguments.ts";
import { CommandError, type Command } from "./command.ts";
import { counted } from "./formats.ts";

type Change = (requests: Requests, filter: RequestFilter) => Promise<number>;

export const replied = change("Marked as replied", (requests, filter) =>
  requests.markReplied(filter, "command"),
);
export const unreplied = change("Waiting for a reply", (requests, filter) =>
  requests.markUnreplied(filter),
);
export const spam = change("Held", (requests, filter) => requests.hold(filter), Infinity);
export const notSpam = change("No longer held", (requests, filter) => requests.release(filter));

const ERASE_OPTIONS = {
  "older-than": { type: "string" },
  spam: { type: "boolean" },
  yes: { type: "boolean" },
} as const;

const SPAM_DAYS = 30;

export const erase: Command = async (args, { store: { requests }, write }) => {
  const given = parseArgs({ args, options: ERASE_OPTIONS, allowPositionals: true });
  const { "older-than": age, spam: isSpam = false, yes = false } = given.values;
  const [who, extra] = given.positionals;
  if (extra !== undefined) throw new CommandError(`Unexpected argument '${extra}': see "help".`);
  if (who === undefined && age === undefined && !isSpam) {
    throw new CommandError("Say what to erase: an ID, --older-than 180d or --spam.");
  }
  const days = age === undefined ? SPAM_DAYS : readDays(age);
  const filter: RequestFilter = {
    ...(who !== undefined && { who: toId(who) }),
    ...(isSpam && { state: "certain-spam" }),
    ...((isSpam || age !== undefined) && { receivedBefore: Date.now() - days * 86_400_000 }),
  };

  const found = await requests.count(filter);
  // An interrupted erasure may have left copies in other files: this removes them.
  if (found === 0 && yes) await requests.erase(filter);
  if (who !== undefined) assertFound(who, found);
  if (!yes) throw new CommandError(`Nothing was erased: --yes erases ${counted(found)}.`);
  await write(`Erased: ${counted(await requests.erase(filter))}.\n`);
};

export const removeChannel: Command = async (args, { store, write }) => {
  const name = readOne(args, "NAME");
  if (name !== "webhook" && name !== "email") {
    throw new CommandError(`A channel is webhook or email, but not "${name}".`);
  }
  await store.outbox.removeChannel(name);
  await write(`New requests are no longer announced by ${name}.\n`);
};

export const rotateLinks: Command = async (args, { store, write }) => {
  parseArgs({ args });
  await store.rotateSecret();
  await write("No link that was sent before opens a request any more.\n");
};

/** Changes nothing unless every ID is found. */
function change(effect: string, apply: Change, maximum = 1): Command {
  return async (args, { store: { requests }, write }) => {
    const whos = parseArgs({ args, allowPositionals: true }).positionals.map(toId);
    if (whos.length === 0 || whos.length > maximum) {
      throw new CommandError('Name one ID: see "help".');
    }
    for (const who of whos) assertFound(who, await requests.count({ who }));
    let changed = 0;
    for (const who of whos) changed += await apply(requests, { who });
    await write(`${effect}: ${counted(changed)}.\n`);
  };
}

function readDays(age: string): number {
  const days = Number(/^(\d{1,5})d$/.exec(age)?.[1] ?? 0);
  if (days > 0) return days;
  throw new CommandError(`--older-than must be days, such as 180d, but is "${age}".`);
}
