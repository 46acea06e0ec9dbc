import {
  copyFileSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import {
  BUDGET_OPTIONS,
  HARDWARE_LIMITS,
  REPLY_PROMISE_HOURS,
  REQUIRED_FIELDS,
  TEXT_LIMITS,
} from "../../../domain/data-requirement.ts";
import { backUp } from "../../admin/backup.ts";
import { listRows } from "../../../test-support/rows.ts";
import { ACCEPTED, REFUSED } from "../../../test-support/email-addresses.ts";
import type { RequirementStore } from "../store.ts";
import { SqliteDatabase } from "./database.ts";
import { openSqliteStore } from "./store.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";

let folder: string;
let file: string;
let store: RequirementStore;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "site-store-"));
  file = join(folder, "requests.sqlite");
  store = openSqliteStore(file);
});
afterEach(async () => {
  await store.close();
  rmSync(folder, { recursive: true });
});

describe("the table's own checks hold the domain's limits", () => {
  const { entries } = HARDWARE_LIMITS;
  test.each<readonly [string, unknown, unknown]>([
    ...Object.entries(TEXT_LIMITS).map(([field, limit]) => {
      const end = field === "email" ? "@b.co" : "é";
      const fits = "e".repeat(limit - end.length) + end;
      return [field, fits, `e${fits}`] as const;
    }),
    ["hardware_setup", Array<string>(entries).fill("arm"), Array<string>(entries + 1).fill("arm")],
    ...REQUIRED_FIELDS.map((field) => [field, MINIMAL_REQUIREMENT[field], " "] as const),
    ...BUDGET_OPTIONS.map(({ value }) => ["budget_range", value, "1k"] as const),
  ])("%s", async (field, fits, doesNot) => {
    const stored = store.insert({ ...MINIMAL_REQUIREMENT, [field]: fits }, null);
    expect(await stored).toMatchObject({ kind: "stored" });
    const refused = store.insert({ ...MINIMAL_REQUIREMENT, [field]: doesNot }, null);
    await expect(refused).rejects.toThrow("CHECK constraint failed");
  });
});

test("the table holds the domain's rule for addresses", async () => {
  for (const email of ACCEPTED) {
    const stored = store.insert({ ...MINIMAL_REQUIREMENT, email }, null);
    expect(await stored).toMatchObject({ kind: "stored" });
  }
  for (const email of REFUSED) {
    const refused = store.insert({ ...MINIMAL_REQUIREMENT, email }, null);
    await expect(refused, email).rejects.toThrow("CHECK constraint failed");
  }
});

describe("concurrent inserts", () => {
  test("are stored in their order, except one with a used key", async () => {
    const insertions = await Promise.all([
      store.insert({ ...MINIMAL_REQUIREMENT, company: "a" }, "key"),
      store.insert({ ...MINIMAL_REQUIREMENT, company: "b" }, "key"),
      store.insert({ ...MINIMAL_REQUIREMENT, company: "c" }, null),
    ]);
    expect(insertions.map(({ kind }) => kind)).toEqual(["stored", "duplicate", "stored"]);
    expect((await listRows(store)).map(({ company }) => company)).toEqual(["c", "a"]);
  });

  test("are stored although one of them violates a check", async () => {
    const good = store.insert(MINIMAL_REQUIREMENT, null);
    const bad = store.insert({ ...MINIMAL_REQUIREMENT, company: "" }, null);
    await expect(bad).rejects.toThrow("CHECK constraint failed");
    expect(await good).toMatchObject({ kind: "stored" });
    expect(await listRows(store)).toHaveLength(1);
  });

  test("are acknowledged once they are on the disk, for a power cut", async () => {
    const database = new SqliteDatabase(file);
    // 2 is `full`; no test can cut the power.
    expect(await database.query("pragma synchronous")).toEqual([{ synchronous: 2 }]);
    database.close();
  });

  test("finish before the store closes", async () => {
    const insertion = store.insert(MINIMAL_REQUIREMENT, null);
    await store.close();
    expect(await insertion).toMatchObject({ kind: "stored" });
    expect(await listRows(store)).toHaveLength(1);
  });
});

describe("a database file", () => {
  test("locked by another program is written once it is unlocked", async () => {
    const database = new SqliteDatabase(file);
    await database.query("select 1 from outbox");
    const other = new DatabaseSync(file);
    other.exec("begin immediate");
    let attempts = 0;
    await database.retry(({ prepare }) => {
      attempts += 1;
      // The first attempt fails after SQLite's own wait for the lock.
      if (attempts === 2) other.exec("rollback");
      prepare("insert into outbox_channels values ('email')").run();
    });
    expect(attempts).toBe(2);
    expect(await store.outbox.backlog()).toMatchObject({ channels: ["email"] });
    database.close();
    other.close();
  });

  test("that is no database is an outage until a backup is put in its place", async () => {
    await store.insert(FULL_REQUIREMENT, "kept");
    const backup = join(folder, "backup.sqlite");
    expect(await backUp(file, backup)).toBeNull();
    await store.close();
    writeFileSync(file, "this is no database, and long enough to be read as one ".repeat(100));

    await expect(store.insert(MINIMAL_REQUIREMENT, null)).rejects.toMatchObject({
      name: "StoreUnavailable",
      transient: true,
      message: expect.stringContaining("put a backup in its place"),
    });
    rmSync(file);
    copyFileSync(backup, file);
    expect(await store.insert(MINIMAL_REQUIREMENT, null)).toMatchObject({ kind: "stored" });
    expect(await store.insert(MINIMAL_REQUIREMENT, "kept")).toEqual({ kind: "duplicate" });
    expect(await listRows(store)).toHaveLength(2);
  });

  test("that was moved away is not written to any more", async () => {
    await store.insert(FULL_REQUIREMENT, null);
    renameSync(file, `${file}.moved`);
    await store.insert(MINIMAL_REQUIREMENT, null);
    // A second opening reads what is really at the path.
    const fresh = openSqliteStore(file);
    expect(await listRows(fresh)).toEqual([expect.objectContaining(MINIMAL_REQUIREMENT)]);
    await fresh.close();
  });

  test("causes a warning when it is replaced or missing, but not when it is first created", async () => {
    await store.close();
    const warnings: string[] = [];
    store = openSqliteStore(file, { warn: (sentence) => void warnings.push(sentence) });
    await store.insert(FULL_REQUIREMENT, null);
    const backup = join(folder, "backup.sqlite");
    expect(await backUp(file, backup)).toBeNull();
    expect(warnings).toEqual([]);
    for (const end of ["", "-wal", "-shm"]) renameSync(file + end, `${file}.moved${end}`);
    renameSync(backup, file);
    expect(await listRows(store)).toHaveLength(1);
    expect(warnings).toEqual([expect.stringContaining("was replaced: the new one is used")]);
    for (const end of ["", "-wal", "-shm"]) rmSync(file + end);
    expect(await listRows(store)).toEqual([]);
    await store.check();
    expect(warnings).toHaveLength(2);
  });

  test("in a folder that cannot be created is a permanent failure", async () => {
    const nowhere = openSqliteStore(join(file, "below a file", "requests.sqlite"));
    writeFileSync(file, "");
    await expect(nowhere.check()).rejects.toMatchObject({ transient: false });
  });
});

describe("for the admin command", () => {
  test("rows are listed newest first over several pages", async () => {
    const count = 1_201;
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        store.insert({ ...MINIMAL_REQUIREMENT, company: String(index) }, null),
      ),
    );
    const companies = (await listRows(store)).map(({ company }) => Number(company));
    expect(companies).toEqual(Array.from({ length: count }, (_, index) => count - 1 - index));
  });

  test("erased rows are in no file any more", async () => {
    await store.insert({ ...MINIMAL_REQUIREMENT, company: "Unforgettable Ltd" }, null);
    await store.insert({ ...FULL_REQUIREMENT, email: "someone@else.example" }, null);
    expect(await store.requirements.erase({ who: "ADA@example.org" })).toBe(1);
    await store.close();
    expect(readFileSync(file).includes("Unforgettable")).toBe(false);
    expect(await listRows(store)).toHaveLength(1);
  });

  test("a reply is recorded once, and what it answers is no longer overdue", async () => {
    const late = openSqliteStore(file, {
      now: () => Date.now() - (REPLY_PROMISE_HOURS + 1) * 3_600_000,
    });
    await late.insert(MINIMAL_REQUIREMENT, null);
    await late.close();
    expect(await store.outbox.backlog()).toMatchObject({ overdue_replies: 1 });
    const who = MINIMAL_REQUIREMENT.email;
    expect(await store.requirements.markReplied({ who })).toBe(1);
    const [replied] = await listRows(store);
    await store.requirements.markReplied({ who });
    expect(await listRows(store)).toEqual([replied]);
    expect(await store.outbox.backlog()).toMatchObject({ overdue_replies: 0 });
  });
});
