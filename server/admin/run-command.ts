import { once } from "node:events";
import { existsSync } from "node:fs";

import { escapeControls } from "../../domain/texts/requirement-text.ts";
import { readConfig } from "../config.ts";
import { databaseFile } from "../store/database.ts";
import { StoreUnavailable } from "../store/errors.ts";
import { RequestStore } from "../store/store.ts";
import { notSpam, replied, spam } from "./change.ts";
import { erase } from "./erase.ts";
import { backup, exportCsv } from "./files.ts";
import { list } from "./list.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";

const SUBCOMMANDS = new Map<string, Subcommand>([
  ["replied", replied],
  ["spam", spam],
  ["not-spam", notSpam],
  ["export", exportCsv],
  ["erase", erase],
  ["backup", backup],
]);

const HELP = `Usage: npm run -s requests -- [COMMAND]

  (no command)             what waits for a reply, the oldest first
  --spam                   what looks like spam, with the reason
  replied ID               marks a request as replied to
  spam ID                  marks a request as spam: it is listed apart, without a notification
  not-spam ID              removes that mark: its notification is sent
  export                   every request with every field, spam too, as CSV for spreadsheets;
                           a text that a spreadsheet would run as a formula starts with an apostrophe
    --output FILE          into a file that only its user can read
  erase ID|EMAIL           counts what it would erase, and with --yes erases it
    --older-than 180d      what was received longer ago
    --spam                 what looks like spam; with both options, only what both name
  backup FILE              copies the database while the server runs

A reference that no other request has is enough for ID.
It reads DATA_DIR and TZ as the server does, and changes no schema.
`;

/** The streams of the process, or those of a test. */
export type Streams = { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream };

/** What `npm run requests` does. Resolves to the exit code. */
export async function runCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  { stdout, stderr }: Streams,
): Promise<number> {
  const write = async (text: string) => {
    if (text !== "" && !stdout.write(text)) await once(stdout, "drain");
  };
  try {
    await run(args, env, write);
    return 0;
  } catch (error) {
    const sentence = toSentence(error);
    if (sentence === null) throw error;
    stderr.write(`${escapeControls(sentence)}\n`);
    return 1;
  }
}

async function run(
  args: string[],
  env: NodeJS.ProcessEnv,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const [name = "--", ...rest] = args;
  if (name === "help" || name === "--help") return write(HELP);
  // Without a name, and with options alone, it lists.
  const subcommand = name.startsWith("--") ? list : SUBCOMMANDS.get(name);
  if (!subcommand) throw new CommandError(`Unknown command "${name}": see "help".`);
  // The command reads only the settings that it needs: it works while another one is wrong.
  const { DATA_DIR, TZ } = env;
  const result = readConfig({ DATA_DIR, TZ });
  if (result.kind === "invalid") throw new CommandError(result.problems.join("\n"));
  const { config } = result;
  const file = databaseFile(config.dataFolder);
  if (!existsSync(file)) {
    // The server creates it, as its own user.
    throw new CommandError(
      `There are no requests in ${config.dataFolder} yet: where the server has another DATA_DIR, set it here, too.`,
    );
  }
  const store = new RequestStore(file, { user: "command" });
  try {
    await subcommand(subcommand === list ? args : rest, { store, config, write });
  } finally {
    store.close();
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
