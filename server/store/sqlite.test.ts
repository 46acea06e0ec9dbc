/** Tests the protection of the database file. */
import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { MINUTE_MS } from "../../domain/durations.ts";
import { REQUIRED_FIELDS } from "../../domain/fields.ts";
import { detailsOf } from "../../domain/requirement-text.ts";
import { createDataFolder } from "../../test-support/data-folder.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { SqliteDatabase } from "./sqlite.ts";
import type { RequestStore } from "./store.ts";

let data: ReturnType<typeof createDataFolder>;
let store: RequestStore;
let now: number;
beforeEach(() => {
  now = Date.UTC(2026, 10, 26, 12);
  data = createDataFolder();
  store = data.open({ channels: ["mail"], now: () => now });
});
afterEach(() => data.remove());

async function insert(changes: object = {}) {
  now += 1_000;
  const row = await store.insert({ ...MINIMAL_REQUIREMENT, ...changes }, null, null);
  if (!row) throw new Error("not stored");
  return row;
}

const companies = async () => (await store.find({})).map(({ company }) => company);

const claimDue = () => store.outbox.claimAll("mail");

const unavailable = (sentence: RegExp) =>
  expect.objectContaining({
    name: "StoreUnavailable",
    message: expect.stringMatching(sentence) as string,
  }) as Error;

test("an insert is durable when it returns", async () => {
  const database = new SqliteDatabase(data.file, { user: "server" });
  // Checks only that the setting is 2, which means `full`, because a test cannot cut the power.
  expect(await database.query("pragma synchronous")).toEqual([{ synchronous: 2 }]);
  await database.close();
});

test("an erased request leaves nothing in the files, and its notifications are erased, too", async () => {
  const { id } = await insert({ company: "Forget Me Ltd" });
  await store.erase({ id });
  expect(await claimDue()).toEqual([]);
  const bytes = [data.file, `${data.file}-wal`].map((file) => readFileSync(file, "latin1"));
  expect(bytes.join("")).not.toContain("Forget Me Ltd");
});

test("during a search or export of many requests, a visitor's is stored", async () => {
  for (let count = 0; count < 250; count += 1) await insert({ company: "old" });
  const order: string[] = [];
  const searched = store.search({}, [/old/]).then(() => order.push("searched"));
  const exported = (async () => {
    for await (const { company } of store.read()) expect(company).toBeTruthy();
    order.push("exported");
  })();
  setImmediate(async () => {
    await insert({ company: "visitor" });
    order.push("stored");
  });
  await Promise.all([searched, exported]);
  expect(order[0]).toBe("stored");
});

test("during several reads in batches, a visitor waits for only one batch, and no reader for all of another's", async () => {
  const order: string[] = [];
  const read = async (name: string) => {
    for (let batch = 0; batch < 3; batch += 1) {
      await store.count({});
      order.push(name);
    }
  };
  const readers = Promise.all(["a", "b", "c"].map(read));
  const visit = () => {
    order.push("visitor");
    if (order.length < 18) setImmediate(visit);
  };
  setImmediate(visit);
  await readers;
  const turns = ["a", "b", "c", "a", "b", "c", "a", "b", "c"];
  expect(order.slice(0, 17)).toEqual(turns.flatMap((name) => [name, "visitor"]).slice(0, 17));
});

test("while many requests are marked as spam and erased, a visitor's is stored", async () => {
  for (let count = 0; count < 250; count += 1) await insert({ company: "old" });
  const order: string[] = [];
  const ids = await store.search({}, [/old/]);
  for (const change of [() => store.markAllSpam({ ids }), () => store.erase({ ids })]) {
    const changed = change().then((count) => order.push(`changed ${count}`));
    setImmediate(async () => {
      await insert({ company: "visitor" });
      order.push("stored");
    });
    await changed;
  }
  expect(order).toEqual(["stored", "changed 250", "stored", "changed 250"]);
});

describe("the database file", () => {
  test.each([
    ["deleted", () => rmSync(data.file)],
    ["left without its WAL", () => rmSync(`${data.file}-wal`)],
    [
      "replaced",
      () => {
        writeFileSync(`${data.file}.new`, readFileSync(data.file));
        renameSync(`${data.file}.new`, data.file);
      },
    ],
  ])(
    "if the server's open file is %s, no insert and no erasure reports success",
    async (_how, change) => {
      const { id } = await insert();
      change();
      const sentence = unavailable(/was deleted or replaced .*stop the server, restore a backup/);
      await expect(insert()).rejects.toThrow(sentence);
      await expect(store.erase({ id })).rejects.toThrow(sentence);
      await expect(store.check()).rejects.toThrow(sentence);
    },
  );

  test("a file that was replaced by a backup has its requests after the next start", async () => {
    await insert({ company: "before" });
    copyFileSync(data.file, `${data.file}.backup`);
    await insert({ company: "after" });
    rmSync(data.file);
    renameSync(`${data.file}.backup`, data.file);
    await expect(insert()).rejects.toThrow();
    await store.close();
    await insert({ company: "restored" });
    expect(await companies()).toContain("restored");
  });

  test("a WAL whose database was removed is kept, because it may contain requests", async () => {
    writeFileSync(`${data.file}-wal`, "requests");
    await store.check();
    expect(readFileSync(`${data.file}-wal.orphaned`, "utf8")).toBe("requests");
  });

  test("a file that another program locks can be used after its lock ends", async () => {
    await insert();
    const other = new DatabaseSync(data.file);
    other.exec("begin immediate");
    await expect(insert()).rejects.toThrow(unavailable(/another program has locked it/));
    other.exec("rollback");
    await insert();
    other.close();
  });

  async function alterFile(sql: string): Promise<void> {
    await store.check();
    await store.close();
    const other = new DatabaseSync(data.file);
    other.exec(sql);
    other.close();
  }

  test("a field that became required is empty in earlier requests that lack it", async () => {
    await insert();
    await alterFile("update data_requirements set company = null");
    const found = await store.find({});
    expect(found).toMatchObject([{ company: "" }]);
    expect(found.flatMap(detailsOf)).toHaveLength(REQUIRED_FIELDS.length - 1);
  });

  test("a field that became a list shows its earlier text as the only entry", async () => {
    await insert();
    await alterFile("update data_requirements set hardware_setup = 'two arms'");
    expect(await store.find({})).toMatchObject([{ hardware_setup: ["two arms"] }]);
  });
});

test("health fails after an insert that has failed, until one succeeds or for five minutes", async () => {
  await insert();
  const other = new DatabaseSync(data.file);
  const failToInsert = async () => {
    other.exec(`create trigger fail before insert on data_requirements begin
      select raise(abort, 'broken'); end`);
    await expect(insert()).rejects.toThrow("broken");
    other.exec("drop trigger fail");
  };
  await failToInsert();
  await insert();
  await store.check();
  await failToInsert();
  other.close();
  await expect(store.check()).rejects.toThrow(unavailable(/could not be stored/));
  now += 5 * MINUTE_MS + 1;
  await store.check();
});
