import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";
import { expect, onTestFinished, test } from "vitest";

import {
  createDatabase,
  ENGINES,
  type Engine,
  type TestDatabase,
} from "../../test-support/engines.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { copyRequests } from "./copy.ts";
import type { Database } from "./database.ts";
import { StoreUnavailable } from "./errors.ts";
import { openDatabase } from "./open-database.ts";
import type { RequestStore } from "./store.ts";

async function createEmpty(engine: Engine): Promise<TestDatabase> {
  const database = await createDatabase(engine);
  onTestFinished(() => database.remove());
  return database;
}

type Options = {
  finish?: boolean;
  /** Runs before each transaction of the target. */
  onTransaction?: (count: number) => Promise<void> | void;
};

async function copy(
  { location: from }: TestDatabase,
  { location: to }: TestDatabase,
  { finish = false, onTransaction = () => {} }: Options = {},
): Promise<number> {
  const source = openDatabase(from, { user: "source" });
  const target = openDatabase(to, { user: "target" });
  let count = 0;
  const changes: Partial<Database> = {
    batchRows: 2,
    transaction: async (statements) => {
      count += 1;
      await onTransaction(count);
      return target.transaction(statements);
    },
  };
  try {
    return await copyRequests(withChanges(source, { batchRows: 2 }), withChanges(target, changes), {
      finish,
      onProgress: async () => {},
    });
  } finally {
    await source.close();
    await target.close();
  }
}

function withChanges(database: Database, changes: Partial<Database>): Database {
  return new Proxy(database, {
    get(target, name: keyof Database) {
      const member = changes[name] ?? target[name];
      return typeof member === "function" ? member.bind(target) : member;
    },
  });
}

async function insert(store: RequestStore, ...rest: Parameters<RequestStore["insert"]>) {
  const row = await store.insert(...rest);
  return row?.id ?? "";
}

/** Returns everything that a copy must contain. The engines write times, lists and booleans in their own ways. */
async function contentsOf(database: TestDatabase): Promise<unknown> {
  const tables = ["data_requirements", "request_notifications", "request_form_secret"];
  const contents = [];
  for (const table of tables) {
    const rows = await database.query(`select * from ${table}`);
    contents.push(rows.map(normalize).toSorted());
  }
  return contents;
}

function normalize(row: Record<string, unknown>): string {
  const entries = Object.entries(row).map(([name, value]) => {
    if (name === "is_spam") return [name, Boolean(value)];
    if (name === "changed_at") return [name, null];
    if (name === "hardware_setup" && typeof value === "string") return [name, JSON.parse(value)];
    const isTime = /_at$|_due$|_since$/.test(name) && value !== null;
    return [name, isTime ? new Date(value as string).getTime() : value];
  });
  const names = Object.keys(row).toSorted();
  return JSON.stringify(Object.fromEntries(entries), names);
}

const refusal = (sentence: RegExp) =>
  expect.objectContaining({
    name: "StoreUnavailable",
    message: expect.stringMatching(sentence) as string,
  }) as Error;

const DIRECTIONS: [Engine, Engine][] = ENGINES.includes("PostgreSQL")
  ? [
      ["SQLite", "PostgreSQL"],
      ["PostgreSQL", "SQLite"],
    ]
  : [["SQLite", "SQLite"]];

test.each(DIRECTIONS)(
  "a move from %s to %s that was rehearsed and interrupted has everything of the source, and nothing that it has erased",
  async (fromEngine, toEngine) => {
    const [from, to] = [await createEmpty(fromEngine), await createEmpty(toEngine)];
    const now = () => Date.UTC(2026, 10, 26, 12);
    const source = from.open({ channels: ["mail"], now });
    const delivered = await insert(source, FULL_REQUIREMENT, null, null);
    await source.outbox.claimAll("mail");
    await source.outbox.recordDelivered("mail", [delivered]);
    await source.setNote(delivered, { text: "Note\n🤖", by: "Ben" }, null);
    const pending = await insert(source, MINIMAL_REQUIREMENT, null, null);
    await source.outbox.claimAll("mail");
    await source.outbox.recordUndelivered("mail", [pending], { reason: "550", attempts: 3 });
    await source.outbox.recordFailure("mail", "550");
    await insert(source, MINIMAL_REQUIREMENT, null, "honeypot");
    await source.outbox.claimSummary("mail", "spam");
    await source.outbox.recordSummary("mail", "spam", 0);
    const erased = await insert(source, MINIMAL_REQUIREMENT, null, null);

    const lost = new StoreUnavailable("The connection was lost.");
    const interrupt = (count: number) => (count === 4 ? Promise.reject(lost) : undefined);
    await expect(copy(from, to, { onTransaction: interrupt })).rejects.toThrow(lost);
    for (const user of ["server", "command", "migrate"] as const) {
      await expect(to.open({ user }).check()).rejects.toThrow(refusal(/copy that is not finished/));
    }

    await source.erase({ id: erased });
    expect(await copy(from, to)).toBe(3);
    expect(await contentsOf(to)).toEqual(await contentsOf(from));

    await source.markReplied(delivered, "Ada");
    await source.erase({ id: pending });
    // An update between the rehearsal and the move must not leave a target that nothing can open.
    await to.query("update request_schema set hash = 'earlier'");
    expect(await copy(from, to, { finish: true })).toBe(2);
    expect(await contentsOf(to)).toEqual(await contentsOf(from));

    const moved = to.open({ channels: ["mail"], now });
    expect(await moved.outbox.claimAll("mail")).toEqual([]);
    expect(await moved.outbox.claimSummary("mail", "spam")).toBeNull();
    expect(await moved.outbox.listFailing()).toMatchObject([{ channel: "mail", reason: "550" }]);
    expect(await moved.find({})).toHaveLength(2);
    await insert(moved, MINIMAL_REQUIREMENT, null, null);
    expect(await moved.outbox.claimAll("mail")).toHaveLength(1);
  },
);

test.each(DIRECTIONS)(
  "while a copy from %s to %s is not finished, and after a move, nothing is changed in or announced from the locked database",
  async (fromEngine, toEngine) => {
    const [from, to] = [await createEmpty(fromEngine), await createEmpty(toEngine)];
    const source = from.open({ channels: ["mail"] });
    const target = to.open({ channels: ["mail", "chat"] });
    const id = await insert(source, MINIMAL_REQUIREMENT, null, null);
    // This server was already running before the copy.
    await target.check();
    await copy(from, to);
    const locked = refusal(/cannot be used \(its requests are being copied, or were moved/);
    await expect(target.insert(MINIMAL_REQUIREMENT, null, null)).rejects.toThrow(locked);
    await expect(target.erase({ id })).rejects.toThrow(locked);
    expect(await target.outbox.claimAll("mail")).toEqual([]);

    const confirm = () => target.outbox.confirmChannels();
    await copy(from, to, { finish: true, onTransaction: confirm });
    await expect(source.insert(MINIMAL_REQUIREMENT, null, null)).rejects.toThrow(locked);
    await expect(source.markReplied(id, "Ada")).rejects.toThrow(locked);
    expect(await source.outbox.claimAll("mail")).toEqual([]);
    for (const user of ["server", "command"] as const) {
      await expect(from.open({ user }).check()).rejects.toThrow(refusal(/were moved .* copy them/));
    }
    expect(await target.outbox.claimAll("mail")).toEqual([id]);
    expect(await target.outbox.claimAll("chat")).toEqual([]);
    await insert(target, MINIMAL_REQUIREMENT, null, null);
  },
);

test.each(DIRECTIONS)(
  "a copy from %s to %s refuses a database that has requests of its own, also after a move",
  async (fromEngine, toEngine) => {
    const [from, to] = [await createEmpty(fromEngine), await createEmpty(toEngine)];
    await insert(from.open(), MINIMAL_REQUIREMENT, null, null);
    await insert(to.open(), FULL_REQUIREMENT, null, null);
    const before = await contentsOf(to);
    const sentence = refusal(/has requests that no unfinished copy has written/);
    for (const finish of [false, true]) {
      await expect(copy(from, to, { finish })).rejects.toThrow(sentence);
    }
    expect(await contentsOf(to)).toEqual(before);
    await insert(from.open(), MINIMAL_REQUIREMENT, null, null);
  },
);

test.each(DIRECTIONS)(
  "a move from %s to %s that was interrupted after it locked the source is completed by a repeat",
  async (fromEngine, toEngine) => {
    const [from, to] = [await createEmpty(fromEngine), await createEmpty(toEngine)];
    await insert(from.open(), MINIMAL_REQUIREMENT, null, null);
    const lost = new StoreUnavailable("The connection was lost.");
    const interrupt = async () => {
      const rows = await from.query("select reason from request_lock");
      if (rows.length > 0) throw lost;
    };
    await expect(copy(from, to, { finish: true, onTransaction: interrupt })).rejects.toThrow(lost);
    await expect(to.open().check()).rejects.toThrow(refusal(/not finished/));
    expect(await copy(from, to, { finish: true })).toBe(1);
    expect(await to.open().find({})).toHaveLength(1);
  },
);

test.each(DIRECTIONS)(
  "a request that arrives in %s during a move to %s is moved, too",
  async (fromEngine, toEngine) => {
    const [from, to] = [await createEmpty(fromEngine), await createEmpty(toEngine)];
    const source = from.open({ channels: ["mail"] });
    for (let count = 0; count < 3; count += 1) {
      await insert(source, MINIMAL_REQUIREMENT, null, null);
    }
    const arrive = async (count: number) => {
      // After the last batch.
      if (count === 5) await insert(source, FULL_REQUIREMENT, null, null);
    };
    expect(await copy(from, to, { finish: true, onTransaction: arrive })).toBe(4);
    expect(await contentsOf(to)).toEqual(await contentsOf(from));
  },
);

test.each(DIRECTIONS)(
  "of two copies from %s to %s at once, the earlier one stops, even if the later one has finished",
  async (fromEngine, toEngine) => {
    const [from, to] = [await createEmpty(fromEngine), await createEmpty(toEngine)];
    await insert(from.open(), MINIMAL_REQUIREMENT, null, null);
    const overtake = async (count: number) => {
      if (count === 3) await copy(from, to, { finish: true });
    };
    await expect(copy(from, to, { onTransaction: overtake })).rejects.toThrow(
      refusal(/Another copy into the database .* began/),
    );
    expect(await to.open().find({})).toHaveLength(1);
    expect(await contentsOf(to)).toEqual(await contentsOf(from));
  },
);

test.runIf(ENGINES.includes("PostgreSQL"))(
  "a copy names a request that the database rejects, and leaves the source in use",
  async () => {
    const [from, to] = [await createEmpty("SQLite"), await createEmpty("PostgreSQL")];
    const source = from.open();
    await insert(source, MINIMAL_REQUIREMENT, null, null);
    const rejected = await insert(source, MINIMAL_REQUIREMENT, null, null);
    const file = new DatabaseSync(from.location);
    // PostgreSQL cannot store NUL.
    file.prepare("update data_requirements set note = char(0) where id = ?").run(rejected);
    file.close();
    await expect(copy(from, to, { finish: true })).rejects.toThrow(
      refusal(new RegExp(`rejects the request ${rejected} .*: correct it in SOURCE`)),
    );
    await insert(source, MINIMAL_REQUIREMENT, null, null);
  },
);

test.runIf(ENGINES.includes("PostgreSQL"))(
  "a move from PostgreSQL waits for an insert in progress, and moves its request",
  async () => {
    const [from, to] = [await createEmpty("PostgreSQL"), await createEmpty("SQLite")];
    await from.open().check();
    const client = new Client({ connectionString: from.location });
    await client.connect();
    await client.query("begin; insert into data_requirements (email) values ('slow@example.org')");
    const copied = copy(from, to, { finish: true });
    const waiting =
      "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(() => from.query(waiting)).toHaveLength(1);
    await client.query("commit");
    await client.end();
    expect(await copied).toBe(1);
    expect(await to.open().find({})).toMatchObject([{ email: "slow@example.org" }]);
  },
);
