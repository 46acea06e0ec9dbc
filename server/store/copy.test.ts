import { DatabaseSync } from "node:sqlite";

import { expect, onTestFinished, test } from "vitest";

import { createDatabase, ENGINES, type Engine } from "../../test-support/engines.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { copyRequests } from "./copy.ts";
import type { Database } from "./database.ts";
import { StoreUnavailable } from "./errors.ts";
import { openDatabase } from "./open-database.ts";
import { RequestStore, type StoreOptions } from "./store.ts";

const createEmpty = async (engine: Engine): Promise<string> => {
  const database = await createDatabase(engine);
  onTestFinished(() => database.remove());
  return database.location;
};

function openStore(location: string, options: StoreOptions): RequestStore {
  const store = new RequestStore(location, options);
  onTestFinished(() => store.close());
  return store;
}

function openRaw(location: string): Database {
  const database = openDatabase(location, { user: "command", onOpen: async () => {} });
  onTestFinished(() => database.close());
  return database;
}

async function insert(store: RequestStore, ...rest: Parameters<RequestStore["insert"]>) {
  const row = await store.insert(...rest);
  return row?.id ?? "";
}

function withChanges(database: Database, changes: Partial<Database>): Database {
  return new Proxy(database, {
    get(target, name: keyof Database) {
      const member = changes[name] ?? target[name];
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

/** Both engines write times and booleans in their own way. */
function normalize(rows: object[]): unknown {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        /_at$|_due$|_since$/.test(name) && value !== null
          ? Date.parse(String(value))
          : name === "is_spam"
            ? Boolean(value)
            : value,
      ]),
    ),
  );
}

const NOTIFICATIONS =
  "select * from request_notifications where request_id is not null order by subject, channel";

const DIRECTIONS: [Engine, Engine][] = ENGINES.includes("PostgreSQL")
  ? [
      ["SQLite", "PostgreSQL"],
      ["PostgreSQL", "SQLite"],
    ]
  : [["SQLite", "SQLite"]];

test.each(DIRECTIONS)(
  "a copy from %s to %s can be interrupted and repeated, and announces nothing twice",
  async (fromEngine, toEngine) => {
    const [from, to] = [await createEmpty(fromEngine), await createEmpty(toEngine)];
    const now = () => Date.UTC(2026, 10, 26, 12);
    const source = openStore(from, { channels: ["mail"], now });
    const delivered = await insert(source, FULL_REQUIREMENT, null, null);
    await source.outbox.claimAll("mail");
    await source.outbox.recordDelivered("mail", [delivered]);
    await source.markReplied(delivered, "Ada");
    await source.setNote(delivered, { text: "Note\n🤖", by: "Ben" }, null);
    const pending = await insert(source, MINIMAL_REQUIREMENT, null, null);
    await source.outbox.claimAll("mail");
    await source.outbox.recordUndelivered("mail", [pending], { reason: "550", attempts: 3 });
    const spam = await insert(source, MINIMAL_REQUIREMENT, null, "honeypot");

    const target = openStore(to, { channels: ["mail", "chat"] });
    await target.check();
    const [sourceDatabase, targetDatabase] = [openRaw(from), openRaw(to)];
    let batches = 0;
    const interrupted = withChanges(targetDatabase, {
      batchRows: 2,
      transaction: async (statements) => {
        batches += 1;
        if (batches === 2) throw new StoreUnavailable("The connection was lost.");
        return targetDatabase.transaction(statements);
      },
    });
    const inPairs = withChanges(sourceDatabase, { batchRows: 2 });
    await expect(copyRequests(inPairs, interrupted)).rejects.toThrow("The connection was lost.");
    expect(await target.count({})).toBe(2);

    expect(await target.copyFrom(from)).toEqual({ copied: 1, present: 2, rejected: [] });
    expect(await target.copyFrom(from)).toEqual({ copied: 0, present: 3, rejected: [] });
    expect(normalize(await target.find({}))).toEqual(normalize(await source.find({})));
    expect(normalize(await targetDatabase.query(NOTIFICATIONS))).toEqual(
      normalize(await sourceDatabase.query(NOTIFICATIONS)),
    );
    expect(await target.outbox.claimAll("mail")).toEqual([pending]);
    expect(await target.outbox.claimAll("chat")).toEqual([]);
    expect(await target.outbox.findUncountedSpam("mail")).toEqual([spam]);
  },
);

test.runIf(ENGINES.includes("PostgreSQL"))(
  "a copy names a request that the database rejects, and copies the others",
  async () => {
    const [from, to] = [await createEmpty("SQLite"), await createEmpty("PostgreSQL")];
    const source = openStore(from, {});
    for (let count = 0; count < 2; count += 1) await source.insert(MINIMAL_REQUIREMENT, null, null);
    const rejected = await insert(source, MINIMAL_REQUIREMENT, null, null);
    const file = new DatabaseSync(from);
    // PostgreSQL cannot store NUL.
    file.prepare("update data_requirements set note = char(0) where id = ?").run(rejected);
    file.close();
    const target = openStore(to, {});
    await target.check();
    expect(await target.copyFrom(from)).toMatchObject({ copied: 2, rejected: [{ id: rejected }] });
  },
);
