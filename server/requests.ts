import { existsSync } from "node:fs";
import { createInterface } from "node:readline/promises";

import { deskFormat } from "./desk-formats.ts";
import { DESK_HELP, readDeskOptions, type DeskTask } from "./desk-options.ts";
import { readEnvironment, type Environment } from "./environment.ts";
import { openStore, sqliteFile } from "./open-store.ts";
import { backUp } from "./sqlite-backup.ts";
import { StoreUnavailable, type RequestStore } from "./store.ts";

/** The provider's desk: reads, exports, marks and erases requests while the server runs. */
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  // Whoever read the list (`head`, a pager) has seen enough.
  process.exit(error.code === "EPIPE" ? 0 : 1);
});
process.exitCode = await main(readDeskOptions(process.argv.slice(2)));

async function main(task: DeskTask): Promise<number> {
  if (task.kind === "help") return say(DESK_HELP);
  if (task.kind === "wrong") return complain(task.sentence);
  const reading = readEnvironment(process.env);
  if (reading.kind === "wrong") return complain(reading.problems.join("\n"));
  const { environment } = reading;
  if (environment.databaseUrl === null && !existsSync(sqliteFile(environment))) {
    // Looking must not make a database: the server does, as its own user.
    console.error(`There are no requests in ${environment.dataFolder} yet.`);
    return task.kind === "list" ? say(deskFormat(task.format, Date.now()).head) : 1;
  }
  const store = openStore(environment);
  try {
    return await perform(task, store, environment);
  } catch (error) {
    if (error instanceof StoreUnavailable) return complain(error.message);
    throw error;
  } finally {
    await store.close();
  }
}

async function perform(
  task: Exclude<DeskTask, { kind: "help" | "wrong" }>,
  store: RequestStore,
  environment: Environment,
): Promise<number> {
  switch (task.kind) {
    case "list":
      return list(store, task.format);
    case "replied":
      return say(`Marked as replied: ${counted(await store.desk.markReplied(task.email))}.\n`);
    case "erase":
      return erase(store, task);
    case "backup": {
      const problem = await backUp(environment, task.file);
      return problem === null ? say(`Backed up to ${task.file}.\n`) : complain(problem);
    }
  }
}

async function list(store: RequestStore, kind: "table" | "csv" | "jsonl"): Promise<number> {
  const format = deskFormat(kind, Date.now());
  const total = process.stderr.isTTY && !process.stdout.isTTY ? await store.desk.count() : 0;
  let done = 0;
  await write(format.head);
  for await (const row of store.desk.list()) {
    await write(format.line(row));
    done += 1;
    if (total > 0 && done % 1_000 === 0) process.stderr.write(`\r${done} of ${total} requests`);
  }
  if (total > 0) process.stderr.write(`\r${done} of ${total} requests\n`);
  if (kind === "table") await summarize(store, done);
  return 0;
}

/** What the provider owes, on stderr: the list itself stays a list. */
async function summarize(store: RequestStore, requests: number): Promise<void> {
  if (requests === 0) console.error("There are no requests yet.");
  const { overdue_replies, undelivered, failing } = await store.outbox.promises();
  if (overdue_replies > 0) console.error(`Overdue: ${counted(overdue_replies)} (--replied EMAIL).`);
  if (undelivered > 0) {
    console.error(`Not told by webhook or e-mail yet: ${undelivered}, ${failing} failed before.`);
  }
}

async function erase(
  store: RequestStore,
  { email, sure }: { email: string; sure: boolean },
): Promise<number> {
  if (!sure && !process.stdin.isTTY) return complain("Add --yes to erase without being asked.");
  if (!sure && !(await confirm(`Erase everything ${email} sent? This cannot be undone. [y/N] `))) {
    return complain("Nothing was erased.");
  }
  return say(`Erased: ${counted(await store.desk.erase(email))}.\n`);
}

async function confirm(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(question);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function counted(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}

/** Waits when the reader is slower than the store, so that a long list takes no memory. */
async function write(text: string): Promise<void> {
  if (text === "" || process.stdout.write(text)) return;
  await new Promise((resolve) => process.stdout.once("drain", resolve));
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

function complain(sentence: string): number {
  console.error(sentence);
  return 1;
}
