import { existsSync } from "node:fs";

import { readConfig } from "../config.ts";
import { openStore, sqliteFile } from "../store/open-store.ts";
import { StoreUnavailable } from "../store/store.ts";
import { backup } from "./backup.ts";
import {
  erase,
  note,
  notSpam,
  removeChannel,
  replied,
  rotateLinks,
  secret,
  spam,
  unreplied,
} from "./change.ts";
import { CommandError, type Command } from "./command.ts";
import { HELP } from "./help.ts";
import { link, list, show } from "./list.ts";
import { createOutput, type Output, type Streams } from "./output.ts";
import { status } from "./status.ts";

const COMMANDS = new Map<string, Command>([
  ["list", list],
  ["link", link],
  ["show", show],
  ["replied", replied],
  ["unreplied", unreplied],
  ["note", note],
  ["spam", spam],
  ["not-spam", notSpam],
  ["erase", erase],
  ["backup", backup],
  ["remove-channel", removeChannel],
  ["rotate-links", rotateLinks],
  ["secret", secret],
  ["status", status],
]);

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
    output.remark(sentence);
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
  // The command reads only the settings that it needs: it works while another one is wrong.
  const { DATA_DIR, DATABASE_URL, PUBLIC_URL, TZ } = env;
  const reading = readConfig({ DATA_DIR, DATABASE_URL, PUBLIC_URL, TZ });
  if (reading.kind === "invalid") throw new CommandError(reading.problems.join("\n"));
  const { config } = reading;
  if (config.database === null && !existsSync(sqliteFile(config))) {
    // The server creates it, as its own user.
    throw new CommandError(
      `There are no requests in ${config.dataFolder} yet: where the server has another DATA_DIR, set it here, too.`,
    );
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
