import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";

import { readConfig, type Config } from "../config.ts";
import { openStore, sqliteFile } from "../store/open-store.ts";
import { StoreUnavailable, type RequestStore } from "../store/store.ts";
import { backUp } from "./backup.ts";
import { listFormat, printable, type FormatName } from "./formats.ts";
import { HELP, readOptions, type AdminTask } from "./options.ts";

/** `npm run requests`: reads, exports, marks and erases requests while the server runs. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Ends without an error when the reader of the list (`head`, a pager) closes the pipe.
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
process.umask(0o077);
process.exitCode = await main(readOptions(process.argv.slice(2)));

async function main(task: AdminTask): Promise<number> {
  if (task.kind === "help") return print(HELP);
  if (task.kind === "invalid") return fail(task.problem);
  const reading = readConfig(process.env);
  if (reading.kind === "invalid") return fail(reading.problems.join("\n"));
  const { config } = reading;
  if (config.database === null && !existsSync(sqliteFile(config))) {
    // Reading must not create a database: the server does that, as its own user.
    console.error(`There are no requests in ${config.dataFolder} yet.`);
    return task.kind === "list" ? print(listFormat(task.format, Date.now()).head) : 1;
  }
  const store = openStore(config, { migrate: false });
  try {
    return await perform(task, store, config);
  } catch (error) {
    if (error instanceof StoreUnavailable) return fail(error.message);
    throw error;
  } finally {
    await store.close();
  }
}

async function perform(
  task: Exclude<AdminTask, { kind: "help" | "invalid" }>,
  store: RequestStore,
  config: Config,
): Promise<number> {
  const { requirements, outbox } = store;
  switch (task.kind) {
    case "list":
      return list(store, task.format);
    case "replied":
      return print(`Marked as replied: ${counted(await requirements.markReplied(task.email))}.\n`);
    case "erase": {
      if (!(await isConfirmed(task, `Erase everything ${task.email} sent?`))) return 1;
      return print(`Erased: ${counted(await requirements.erase(task.email))}.\n`);
    }
    case "erase-older": {
      const before = Date.now() - task.days * 86_400_000;
      const found = counted(await requirements.countOlderThan(before));
      if (task.dryRun) return print(`Older than ${task.days} days: ${found}.\n`);
      if (!(await isConfirmed(task, `Erase ${found} older than ${task.days} days?`))) return 1;
      return print(`Erased: ${counted(await requirements.eraseOlderThan(before))}.\n`);
    }
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

async function list(store: RequestStore, kind: FormatName): Promise<number> {
  const format = listFormat(kind, Date.now());
  let rows = 0;
  await write(format.head);
  for await (const row of store.requirements.list()) {
    await write(format.line(row));
    rows += 1;
  }
  if (kind === "table") await summarize(store, rows);
  return 0;
}

/** The backlog, on stderr, so that stdout is only the list. */
async function summarize(store: RequestStore, requests: number): Promise<void> {
  if (requests === 0) console.error("There are no requests yet.");
  const backlog = await store.outbox.backlog();
  const { channels, overdue_replies, undelivered, failing, unannounced } = backlog;
  if (overdue_replies > 0) console.error(`Overdue: ${counted(overdue_replies)} (--replied EMAIL).`);
  if (undelivered > 0) {
    console.error(`Notifications not delivered yet: ${undelivered}, of which ${failing} failed.`);
  }
  const announced =
    channels.length > 0
      ? `announced by ${channels.join(" and ")}`
      : "not announced: no channel is set";
  console.error(`New requests are ${announced}.`);
  if (unannounced > 0) {
    console.error(`Warning: ${counted(unannounced)} came in while no channel was set.`);
  }
}

async function isConfirmed({ confirmed }: { confirmed: boolean }, question: string) {
  if (confirmed) return true;
  if (!process.stdin.isTTY) return fail("Add --yes to erase without being asked.") === 0;
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const reply = await terminal.question(`${printable(question)} This cannot be undone. [y/N] `);
  terminal.close();
  return /^y(es)?$/i.test(reply.trim()) || fail("Nothing was erased.") === 0;
}

function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}

/** Waits for a slow reader, so that a long list takes no memory. */
async function write(text: string): Promise<void> {
  if (text === "" || process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once("drain", resolve));
}

function print(text: string): number {
  process.stdout.write(text);
  return 0;
}

function fail(sentence: string): number {
  console.error(printable(sentence));
  return 1;
}
