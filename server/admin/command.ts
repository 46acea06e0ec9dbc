import { existsSync } from "node:fs";

import { isReference } from "../../domain/identifiers.ts";
import { readConfig, type Config } from "../config.ts";
import { openStore, sqliteFile } from "../store/open-store.ts";
import {
  StoreUnavailable,
  type RequirementFilter,
  type RequirementStore,
  type Requirements,
} from "../store/store.ts";
import { backUp } from "./backup.ts";
import { listFormat } from "./formats.ts";
import { list, show } from "./list.ts";
import { HELP, readOptions, type AdminTask } from "./options.ts";
import { counted, createOutput, type Output, type Streams } from "./output.ts";

/** What `npm run requests` does. Resolves to the exit code. */
export async function runCommand(
  args: string[],
  env: NodeJS.ProcessEnv,
  streams: Streams,
): Promise<number> {
  const task = readOptions(args);
  const output = createOutput(streams);
  const { print, fail, note } = output;
  if (task.kind === "help") return print(HELP);
  if (task.kind === "invalid") return fail(task.problem);
  // Only what it needs: requests can be read while another setting of the server is wrong.
  const { DATA_DIR, DATABASE_URL, TZ } = env;
  const reading = readConfig({ DATA_DIR, DATABASE_URL, TZ });
  if (reading.kind === "invalid") return fail(reading.problems.join("\n"));
  const { config } = reading;
  if (config.database === null && !existsSync(sqliteFile(config))) {
    // Reading must not create a database: the server does that, as its own user.
    note(`There are no requests in ${config.dataFolder} yet.`);
    if (task.kind !== "list") return 1;
    return print(listFormat(task.format, { now: Date.now(), timeZone: config.timeZone }).head);
  }
  const store = openStore(config, { user: "admin" });
  try {
    return await perform(task, store, config, output);
  } catch (error) {
    if (error instanceof StoreUnavailable) return fail(error.message);
    throw error;
  } finally {
    await store.close();
  }
}

async function perform(
  task: Exclude<AdminTask, { kind: "help" | "invalid" }>,
  store: RequirementStore,
  config: Config,
  output: Output,
): Promise<number> {
  const { requirements, outbox } = store;
  const { print, fail } = output;
  switch (task.kind) {
    case "list":
      return list(task, store, config, output);
    case "show":
      return show(task.who, store, config, output);
    case "replied":
    case "unreplied":
    case "erase":
    case "not-spam":
      return change(task, requirements, output);
    case "spam": {
      let code = 0;
      for (const who of task.whos) {
        code = Math.max(code, await change({ kind: "spam", who }, requirements, output));
      }
      return code;
    }
    case "erase-older":
      return eraseOlder(task, {}, requirements, output);
    case "erase-spam":
      return eraseOlder(task, { state: "held" }, requirements, output);
    case "remove-channel":
      await outbox.removeChannel(task.channel);
      return print(`New requests are no longer announced by ${task.channel}.\n`);
    case "backup": {
      if (config.database !== null) {
        return fail("PostgreSQL has its own backups: use pg_dump (docs/operations.md).");
      }
      const problem = await backUp(sqliteFile(config), task.file);
      return problem === null ? print(`Backed up to ${task.file}.\n`) : fail(problem);
    }
  }
}

async function eraseOlder(
  { days, confirmed, dryRun }: Extract<AdminTask, { kind: "erase-older" | "erase-spam" }>,
  which: RequirementFilter,
  requirements: Requirements,
  { print, isConfirmed }: Output,
): Promise<number> {
  const filter = { ...which, receivedBefore: Date.now() - days * 86_400_000 };
  const found = `${counted(await requirements.count(filter))}${which.state ? " held as spam" : ""}`;
  if (dryRun) return print(`Older than ${days} days: ${found}.\n`);
  if (!(await isConfirmed({ confirmed }, `Erase ${found} older than ${days} days?`))) return 1;
  return print(`Erased: ${counted(await requirements.erase(filter))}.\n`);
}

async function change(
  task:
    | Extract<AdminTask, { kind: "replied" | "unreplied" | "not-spam" | "erase" }>
    | { kind: "spam"; who: string },
  requirements: Requirements,
  { print, fail, failToFind, isConfirmed }: Output,
): Promise<number> {
  const { who } = task;
  const found = await requirements.count({ who });
  if (found === 0) {
    // An earlier erasure may have left copies in other files; this removes them.
    if (task.kind === "erase") await requirements.erase({ who });
    return failToFind(who);
  }
  if (found > 1 && isReference(who)) {
    return fail(`${found} requests have the reference ${who}: name the e-mail address instead.`);
  }
  switch (task.kind) {
    case "replied":
      return print(
        `Marked as replied: ${counted(await requirements.markReplied({ who }, "command"))}.\n`,
      );
    case "unreplied":
      return print(`Waiting for a reply: ${counted(await requirements.markUnreplied({ who }))}.\n`);
    case "spam":
      return print(`Held as spam: ${counted(await requirements.hold({ who }))}.\n`);
    case "not-spam":
      return print(`No longer held as spam: ${counted(await requirements.release({ who }))}.\n`);
    case "erase":
      if (!(await isConfirmed(task, `Erase ${counted(found)} of ${who}?`))) return 1;
      return print(`Erased: ${counted(await requirements.erase({ who }))}.\n`);
  }
}
