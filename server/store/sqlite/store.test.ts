import { copyFileSync, renameSync, rmSync, writeFileSync } from "node:fs";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { UNTIMED } from "../../../domain/wire/form-use.ts";
import { openDatabase, type TestDatabase } from "../../../test-support/databases.ts";
import { listRows } from "../../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { backUp } from "../../admin/backup.ts";
import type { RequestStore } from "../store.ts";
import { SqliteDatabase } from "./database.ts";

let database: TestDatabase;
let store: RequestStore;
let file: string;
let warnings: string[];

beforeEach(async () => {
  database = await openDatabase("SQLite");
  file = database.location;
  warnings = [];
  store = database.open({ warn: (sentence) => void warnings.push(sentence) });
});
afterEach(() => database.close());

const insert = (changes: object = {}, key: string | null = null) =>
  store.insert({ ...MINIMAL_REQUIREMENT, ...changes }, key, UNTIMED);

describe("concurrent inserts", () => {
  test("are stored in their order, except one with a used key", async () => {
    const stored = await Promise.all([
      insert({ company: "a" }, "key"),
      insert({ company: "b" }, "key"),
      insert({ company: "c" }),
    ]);
    expect(stored.map((row) => row?.company)).toEqual(["a", undefined, "c"]);
    expect((await listRows(store)).map(({ company }) => company)).toEqual(["c", "a"]);
  });

  test("are acknowledged once they are on the disk, for a power cut", async () => {
    const opened = new SqliteDatabase(file);
    // 2 is `full`; no test can cut the power.
    expect(await opened.query("pragma synchronous")).toEqual([{ synchronous: 2 }]);
    opened.close();
  });

  test("finish before the store closes", async () => {
    const insertion = insert();
    await store.close();
    expect(await insertion).toMatchObject(MINIMAL_REQUIREMENT);
    expect(await listRows(store)).toHaveLength(1);
  });
});

describe("a database file", () => {
  test("that is no database is an outage until a backup is put in its place", async () => {
    await insert({}, "kept");
    const backup = `${file}.backup`;
    await backUp(file, backup);
    await store.close();
    writeFileSync(file, "this is no database, and long enough to be read as one ".repeat(100));
    await expect(insert()).rejects.toMatchObject({
      name: "StoreUnavailable",
      transient: true,
      message: expect.stringContaining("put a backup in its place"),
    });
    rmSync(file);
    copyFileSync(backup, file);
    expect(await insert()).toMatchObject(MINIMAL_REQUIREMENT);
    expect(await insert({}, "kept")).toBeNull();
  });

  test("that was moved away is written no more, and its absence causes a warning", async () => {
    await insert({ company: "moved away" });
    expect(warnings).toEqual([]);
    renameSync(file, `${file}.moved`);
    await insert({ company: "stayed" });
    // Another store reads what is really at the path.
    expect(await listRows(database.open())).toMatchObject([{ company: "stayed" }]);
    expect(warnings).toEqual([expect.stringContaining("missing: an empty one was created")]);
  });
});

test("rows are listed newest first, over several pages", async () => {
  const count = 1_201;
  await Promise.all(Array.from({ length: count }, (_, index) => insert({ company: `${index}` })));
  const companies = (await listRows(store)).map(({ company }) => Number(company));
  expect(companies).toEqual(Array.from({ length: count }, (_, index) => count - 1 - index));
});
