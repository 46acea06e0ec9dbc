import { existsSync } from "node:fs";

import { readConfig } from "../config.ts";
import { openStore, sqliteFile } from "../store/open-store.ts";
import { StoreUnavailable } from "../store/store.ts";
import { backup } from "./backup.ts";
import { erase, notSpam, removeChannel, replied, rotateLinks, spam, unreplied } from "./change.ts";
import { CommandError, createOutput, type Command, type Output, type Streams } from "./context.ts";
import { list, show } from "./list.ts";
import { status } from "./status.ts";

const COMMANDS = new Map<string, Command>([
  ["list", list],
  ["show", show],
  ["replied", replied],
  ["unreplied", unreplied],
  ["spam", spam],
  ["not-spam", notSpam],
  ["erase", erase],
  ["backup", backup],
  ["remove-channel", removeChannel],
  ["rotate-links", rotateLinks],
  ["status", status],
]);

const HELP = `Usage: npm run -s requests -- [COMMAND]

  list                     what waits for a reply, newest first, 20 at most; the default
    --all                  also what was replied to, without a maximum
    --held                 what is held and was not announced, with the reason
    --search TEXT          what has this text in any field, held or not
    --format csv           every request with every field, held or not, for spreadsheets; a text that
                           a spreadsheet would run as a formula starts with an apostrophe
    --format jsonl         the same, one JSON object per line, for programs
    --output FILE          into a file that only its user can read, in place of one of that name
  show WHO                 everything about a request, and its notifications
    --link                 its link instead, with which anybody can open and mark it for 30 days
  replied WHO              marks as replied; unreplied WHO takes that back
  spam WHO…                holds; notifications that are not delivered yet are dropped
  not-spam WHO             announces what was held
  erase WHO                counts, and with --yes erases
    --older-than 180d      what was received longer ago
    --spam                 certain spam of more than 30 days ago: a program's, the probe's, what filled in
                           the hidden field, or what was marked; never what a rule guessed
  backup FILE              copies the SQLite database, while the server runs
  remove-channel NAME      queues no new notifications for webhook or email, until a server that has
                           the channel starts
  rotate-links             ends all links
  status                   what waits, is overdue or held, and whether notifications fail
  help                     shows this

WHO is a reference, as the visitor's receipt shows it, or an e-mail address, which stands for all of its
requests. Options of list and of erase combine. Reads DATA_DIR or DATABASE_URL, PUBLIC_URL and TZ like the server.
`;

/** What `npm run requests` does. Resolves to the exit code. */
export async function runCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  streams: Streams,
): Promise<number> {
  const output = createOutput(streams);
  try {
    await run(args, env, output);
    return 0;
  } catch (error) {
    const sentence = toSentence(error);
    if (sentence === null) throw error;
    output.note(sentence);
    return 1;
  }
}

async function run(
  [name = "list", ...args]: string[],
  env: NodeJS.ProcessEnv,
  output: Output,
): Promise<void> {
  if (name === "help" || name === "--help") return output.write(HELP);
  const command = COMMANDS.get(name);
  if (!command) throw new CommandError(`"${name}" is no command: see "help".`);
  // Only what it needs: requests can be read while another setting of the server is wrong.
  const { DATA_DIR, DATABASE_URL, PUBLIC_URL, TZ } = env;
  const reading = readConfig({ DATA_DIR, DATABASE_URL, PUBLIC_URL, TZ });
  if (reading.kind === "invalid") throw new CommandError(reading.problems.join("\n"));
  const { config } = reading;
  if (config.database === null && !existsSync(sqliteFile(config))) {
    // The server creates it, as its own user.
    throw new CommandError(`There are no requests in ${config.dataFolder} yet.`);
  }
  const store = openStore(config, { user: "admin" });
  try {
    await command(args, { ...output, store, config });
  } finally {
    await store.close();
  }
}

/** Null for a bug. `parseArgs` adds advice to its first sentence. */
function toSentence(error: unknown): string | null {
  if (error instanceof CommandError || error instanceof StoreUnavailable) return error.message;
  const isRejected = error instanceof TypeError && "code" in error;
  if (!isRejected || !String(error.code).startsWith("ERR_PARSE_ARGS")) return null;
  const [problem = ""] = error.message.split(/\.\s/);
  return `${problem.replace(/\.$/, "")}: see "help".`;
}
