import { once } from "node:events";

import { escapeControls } from "../../domain/escape-controls.ts";
import { ConfigProblem, readConfig } from "../config.ts";
import { reasonOf } from "../log.ts";
import { readChannels, sendByFirst } from "../notifications/channels.ts";
import { StoreUnavailable } from "../store/errors.ts";
import { RequestStore } from "../store/store.ts";
import { backup } from "./backup.ts";
import { copy } from "./copy.ts";
import { erase } from "./erase.ts";
import { exportCsv } from "./export.ts";
import { list } from "./list.ts";
import { migrate } from "./migrate.ts";
import { notify } from "./notify.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";

const SUBCOMMANDS = new Map<string, Subcommand>([
  ["export", exportCsv],
  ["erase", erase],
  ["backup", backup],
  ["notify", notify],
  ["copy", copy],
  ["migrate", migrate],
]);

const HELP = `Usage: requests [COMMAND]   (docs/operations.md says what "requests" is in each installation)

  (no command)             requests waiting for a reply, by due date, and this week's newest suspected spam
  export [EMAIL]           all requests or one person's, including spam, with every field, as CSV for spreadsheets;
                           formulas start with an apostrophe
    --output FILE          writes a file that only its user can read
  erase ID|EMAIL           lists the first 20 of the matching requests, and counts them; with --yes, erases them
    --older-than 180d      only requests stored longer ago; without a name, all of these
  backup FILE              copies a SQLite database while the server runs
    --notify               notifies by WEBHOOK_URL or SMTP_URL if that fails
  notify                   sends due notifications and the reminder once, for a schedule where no server runs; reads
                           the server's variables for notifications and for the desk
  copy SOURCE              copies everything from another database into this one, which must be empty or the target of
                           an earlier copy. SOURCE is a SQLite file, or a variable with a postgres:// URL
    --finish               then moves: the source rejects requests, and this database accepts them
  migrate                  brings the database to this version, as the server does at its start, also after a newer one
    --direct               on PostgreSQL, also lets visitors insert requests through PostgREST (docs/backends.md)
    --print                only prints the SQL for PostgreSQL

ID may also be a reference that only one request has. Requests are marked as replied, as spam or as not spam at the
desk, which DESK_PASSWORD turns on.
Reads DATA_DIR, DATABASE_URL and TZ as the server does.
`;

export type Streams = { stdout: NodeJS.WritableStream; stderr: NodeJS.WritableStream };

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
    const message = toUserMessage(error);
    const notified = await notifyOfFailure(args, env, message ?? reasonOf(error));
    if (message === null) throw error;
    stderr.write(`${escapeControls([message, ...notified].join("\n"))}\n`);
    return 1;
  }
}

async function run(
  args: string[],
  env: NodeJS.ProcessEnv,
  write: (text: string) => Promise<void>,
): Promise<void> {
  const [name, ...rest] = args;
  if (name === "help" || name === "--help") return write(HELP);
  const isList = name === undefined || name.startsWith("--");
  const subcommand = isList ? list : SUBCOMMANDS.get(name);
  if (!subcommand) throw new CommandError(`Unknown command "${name}": see "help".`);
  // Reads only these variables, so that the command works even if others are invalid.
  const { DATA_DIR, DATABASE_URL, TZ } = env;
  const result = readConfig({ DATA_DIR, DATABASE_URL, TZ });
  if (result.kind === "invalid") throw new CommandError(result.problems.join("\n"));
  const { databaseLocation: location, timeZone } = result.config;
  const store = new RequestStore(location, { user: "command" });
  try {
    await subcommand(isList ? args : rest, { store, location, env, timeZone, write });
  } finally {
    await store.close();
  }
}

/** Sends a notification if a backup with `--notify` has failed. Resolves to messages for the terminal. */
async function notifyOfFailure(
  [name, ...args]: string[],
  env: NodeJS.ProcessEnv,
  problem: string,
): Promise<string[]> {
  // Does not parse the arguments, because they may be the failure.
  if (name !== "backup" || !args.includes("--notify")) return [];
  const result = readChannels(env);
  if (result.kind === "none") return [result.problem];
  const file = args.find((argument) => !argument.startsWith("-")) ?? "";
  const { report } = await sendByFirst(result.channels, { kind: "backup", file, problem });
  return [report];
}

/** Returns null for a bug. Shortens messages of `parseArgs` to their first sentence, because the rest is advice. */
function toUserMessage(error: unknown): string | null {
  const expected = [CommandError, ConfigProblem, StoreUnavailable];
  if (expected.some((kind) => error instanceof kind)) return (error as Error).message;
  const hasCode = error instanceof TypeError && "code" in error;
  if (!hasCode || !String(error.code).startsWith("ERR_PARSE_ARGS")) return null;
  const [problem = ""] = error.message.split(/\.\s/);
  return `${problem.replace(/\.$/, "")}: see "help".`;
}
