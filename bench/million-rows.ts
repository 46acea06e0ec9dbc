import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

import { timeOrderedUuid } from "../domain/identifiers.ts";
import { sqliteFile } from "../server/open-store.ts";
import { SqliteStore } from "../server/sqlite-store.ts";
import { FULL_REQUIREMENT } from "../test-support/valid-requirement.ts";
import type { Figures } from "./budgets.ts";
import { median, round } from "./median.ts";

const MANY = 1_000_000;
const FEW = 100_000;
/** Each takes a tenth of a second, and a disk that others use has slow ones. */
const ROUNDS = 25;
/** Inserts that are in work at once, and how many make a round. */
const AT_ONCE = 64;
const A_ROUND = 1_000;
const PAGE = 500;

/** The desk and the inserts on a million rows beside the same on a smaller table, turn by turn. */
export async function measureMillionRows(): Promise<Figures> {
  const folder = await mkdtemp(join(tmpdir(), "bench-rows-"));
  const empty = await makeStore(join(folder, "empty"), 0);
  const few = await makeStore(join(folder, "few"), FEW);
  const many = await makeStore(join(folder, "many"), MANY);

  const pages: Pairs = { small: [], large: [] };
  const inserts: Pairs = { small: [], large: [] };
  for (let count = 0; count < ROUNDS; count += 1) {
    pages.small.push(await timeFirstPage(few));
    pages.large.push(await timeFirstPage(many));
    inserts.small.push(await timeInserts(empty));
    inserts.large.push(await timeInserts(many));
  }
  for (const store of [empty, few, many]) await store.close();

  const memory = {
    small: await listingMemory(join(folder, "few")),
    large: await listingMemory(join(folder, "many")),
  };
  await rm(folder, { recursive: true });
  return {
    deskRatio: round(median(pages.large) / median(pages.small), 2),
    deskMemory: round(memory.large / memory.small, 2),
    // Inserts a second are the inverse of the time that a round takes.
    insertRatio: round(median(inserts.small) / median(inserts.large), 2),
  };
}

type Pairs = { small: number[]; large: number[] };

/** A store with that many rows, as the server and the site's own keys would have made them. */
async function makeStore(folder: string, rows: number): Promise<SqliteStore> {
  await mkdir(folder);
  const file = sqliteFile({ dataFolder: folder });
  const store = new SqliteStore(file);
  await store.check();
  const database = new DatabaseSync(file);
  // Nothing to lose yet.
  database.exec("pragma synchronous = off; begin");
  const insert = database.prepare(`
    insert into data_requirements (id, created_at, full_name, email, phone, company, data_type,
      hardware_setup, budget_range, idempotency_key)
    values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const { full_name, phone, company, data_type, hardware_setup, budget_range } = FULL_REQUIREMENT;
  const hardware = JSON.stringify(hardware_setup);
  const first = Date.UTC(2026, 0, 1);
  for (let row = 0; row < rows; row += 1) {
    const at = first + row * 1_000;
    const created = new Date(at).toISOString().replace("Z", "+00:00");
    const email = `ada-${row}@example.org`;
    insert.run(
      timeOrderedUuid(at, randomBytes(16)),
      created,
      full_name,
      email,
      phone,
      company,
      data_type,
      hardware,
      budget_range,
      timeOrderedUuid(at, randomBytes(16)),
    );
  }
  database.exec("commit; pragma wal_checkpoint(truncate)");
  database.close();
  return store;
}

/** Milliseconds until the desk has its first page of rows. */
async function timeFirstPage({ desk }: SqliteStore): Promise<number> {
  const started = performance.now();
  let rows = 0;
  for await (const _ of desk.list()) {
    rows += 1;
    if (rows === PAGE) break;
  }
  return performance.now() - started;
}

/** Milliseconds of a round of durable inserts, many at once, as visitors send them. */
async function timeInserts(store: SqliteStore): Promise<number> {
  const started = performance.now();
  let begun = 0;
  const work = async () => {
    for (; begun < A_ROUND;) {
      begun += 1;
      await store.insert(FULL_REQUIREMENT, timeOrderedUuid(Date.now(), randomBytes(16)));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return performance.now() - started;
}

/** Most memory, in KiB, that the desk's own command takes to list as many rows as the few are. */
async function listingMemory(dataFolder: string): Promise<number> {
  const desk = fileURLToPath(new URL("../server/requests.ts", import.meta.url));
  const report = `process.on("exit", () => process.stderr.write("\\nmost " + process.resourceUsage().maxRSS))`;
  const hook = `data:text/javascript,${encodeURIComponent(report)}`;
  const shell = '"$0" --import "$1" "$2" --format jsonl | head -n "$3" > /dev/null';
  const { stderr } = await promisify(execFile)(
    "sh",
    ["-c", shell, process.execPath, hook, desk, String(FEW)],
    { env: { ...process.env, DATA_DIR: dataFolder, DATABASE_URL: "" } },
  );
  return Number(/most (\d+)/.exec(stderr)?.[1]);
}
