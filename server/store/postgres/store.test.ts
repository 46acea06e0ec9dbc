import { once } from "node:events";
import { createConnection, createServer, type Socket } from "node:net";

import { Client } from "pg";
import { afterEach, beforeAll, describe, expect, test } from "vitest";

import { listRows } from "../../../test-support/backends.ts";
import { startPgbouncer } from "../../../test-support/pgbouncer.ts";
import { openPostgres } from "../../../test-support/postgres.ts";
import { startTestPostgres } from "../../../test-support/test-postgres.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { StoreUnavailable, type RequestStore } from "../store.ts";
import type { PostgresOptions } from "./database.ts";

const { cluster, missing } = await startTestPostgres();
const stores: RequestStore[] = [];
const clients: Client[] = [];
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  for (const store of stores.splice(0)) await store.close();
});

function open(url: string, options?: PostgresOptions): RequestStore {
  const store = openPostgres(url, options);
  stores.push(store);
  return store;
}

/** A connection of another program. */
async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url });
  // A connection that waits for a slot fails when its pooler ends.
  client.on("error", () => {});
  await client.connect();
  clients.push(client);
  return client;
}

async function insertMany(store: RequestStore, count: number): Promise<unknown[]> {
  const inserts = Array.from({ length: count }, () => store.insert(MINIMAL_REQUIREMENT, null));
  const results = await Promise.allSettled(inserts);
  return results.map((each) => (each.status === "fulfilled" ? each.value.kind : each.reason));
}

describe.skipIf(missing)("a lock that another program holds", () => {
  const WAITING = `select pid from pg_stat_activity
    where application_name = 'data-requirements' and wait_event_type = 'Lock'`;

  beforeAll(async () => {
    await cluster.createDatabase("locked");
    const store = openPostgres(cluster.url("locked"), { channels: ["webhook"] });
    await store.check();
    await store.close();
  });

  test.each(["public.data_requirements", "private.outbox"])(
    "on %s: inserts time out, no backend keeps waiting, and nothing is stored later",
    async (table) => {
      const holder = await connect(cluster.url("locked"));
      await holder.query(`begin; lock table ${table} in access exclusive mode`);
      // Connections that have not used the tables yet wait for other locks.
      const store = open(cluster.url("locked"), { poolSize: 4 });
      const results = await insertMany(store, 8);
      await expect(store.outbox.backlog()).rejects.toThrow("another program may hold a lock");
      expect(await cluster.run(WAITING)).toEqual([]);
      await holder.query("rollback");
      expect(results).toEqual(Array(8).fill(expect.any(StoreUnavailable)));
      expect(await listRows(store)).toEqual([]);
      expect(await insertMany(store, 1)).toEqual(["stored"]);
      await store.requirements.erase({ who: MINIMAL_REQUIREMENT.email });
    },
  );

  test("an insert that takes longer than the client waits is not stored", async () => {
    await cluster.run(SLOW_TRIGGER, "locked");
    const store = open(cluster.url("locked"));
    expect(await insertMany(store, 1)).toEqual([expect.any(StoreUnavailable)]);
    expect(await listRows(store)).toEqual([]);
  });
});

describe.skipIf(missing)("inserts that wait for a connection", () => {
  beforeAll(() => cluster.createDatabase("batched"));

  test("are all stored, in fewer transactions, each with a row of its own", async () => {
    const store = open(cluster.url("batched"), { poolSize: 3 });
    await store.check();
    const names = Array.from({ length: 120 }, (_, index) => `Name ${index}`);
    const inserted = await Promise.all(
      names.map((full_name) => store.insert({ ...MINIMAL_REQUIREMENT, full_name }, full_name)),
    );
    const rows = inserted.map((each) => (each.kind === "stored" ? each.row : undefined));
    expect(rows.map((row) => [row?.full_name, row?.idempotency_key])).toEqual(
      names.map((name) => [name, name]),
    );
    const transactions = "select count(distinct xmin::text)::int as count from data_requirements";
    const [row] = await cluster.run(transactions, "batched");
    expect(row?.["count"]).toBeLessThan(10);
  });

  test("with one key are stored once", async () => {
    const store = open(cluster.url("batched"), { poolSize: 3 });
    const inserts = Array.from({ length: 60 }, (_, index) =>
      store.insert(MINIMAL_REQUIREMENT, `key-${index % 2}`),
    );
    const kinds = (await Promise.all(inserts)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "stored")).toHaveLength(2);
  });

  test("do not fail with one that the database refuses", async () => {
    const store = open(cluster.url("batched"), { poolSize: 3 });
    const names = ["Ada", "nul \u0000", "Grace"];
    const results = await Promise.allSettled(
      names.map((full_name) => store.insert({ ...MINIMAL_REQUIREMENT, full_name }, null)),
    );
    expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  });
});

describe.skipIf(missing)("an error of the database", () => {
  test.each(["XX000", "55P03", "40001", "42P01", "0A000", "P0001"])(
    "the unexpected SQLSTATE %s is an outage and not a bug",
    async (code) => {
      const name = `failing_${code.toLowerCase()}`;
      await cluster.createDatabase(name);
      const store = open(cluster.url(name));
      await store.check();
      await cluster.run(failingTrigger(code), name);
      expect(await insertMany(store, 1)).toEqual([expect.any(StoreUnavailable)]);
    },
  );

  test("a connection cut in use is an outage, and the process keeps running", async () => {
    await cluster.createDatabase("cut");
    const relay = await startRelay(cluster.port);
    const store = open(cluster.url("cut").replace(String(cluster.port), String(relay.port)));
    await store.check();
    const holder = await connect(cluster.url("cut"));
    await holder.query("begin; lock table private.outbox in access exclusive mode");
    const failed = expect(store.outbox.backlog()).rejects.toBeInstanceOf(StoreUnavailable);
    const waiting = `select from pg_stat_activity
      where datname = 'cut' and wait_event_type = 'Lock'`;
    await expect.poll(() => cluster.run(waiting)).toHaveLength(1);
    relay.cut();
    await failed;
    await holder.query("rollback");
    await store.check();
    relay.stop();
  });

  test("a used key keeps the connection", async () => {
    await cluster.createDatabase("used");
    const store = open(cluster.url("used"));
    const backends = async () => {
      const rows = await cluster.run(`select pid from pg_stat_activity
        where datname = 'used' and application_name = 'data-requirements' order by pid`);
      return rows.map(({ pid }) => pid);
    };
    await store.insert(MINIMAL_REQUIREMENT, "used");
    const before = await backends();
    for (let round = 0; round < 5; round += 1) {
      expect(await store.insert(MINIMAL_REQUIREMENT, "used")).toEqual({ kind: "duplicate" });
    }
    expect(before).toHaveLength(1);
    expect(await backends()).toEqual(before);
  });

  test("a server of the previous release can still insert", async () => {
    const sql = `select private.insert_requirement('{"full_name":"a","email":"a@b.co",
      "phone":"1","company":"c"}', 'old') as row`;
    const store = open(cluster.url("used"));
    await store.check();
    const row = expect.objectContaining({ full_name: "a", idempotency_key: "old" });
    expect(await cluster.run(sql, "used")).toEqual([{ row }]);
    expect(await cluster.run(sql, "used")).toEqual([{ row: null }]);
    expect(await store.insert(MINIMAL_REQUIREMENT, "old")).toEqual({ kind: "duplicate" });
  });
});

const PGBOUNCER: [string, string[], PostgresOptions][] = [
  ["three slots, in transaction mode", ["pool_mode = transaction", "default_pool_size = 3"], {}],
  [
    "three slots, in session mode",
    ["pool_mode = session", "default_pool_size = 3"],
    { poolSize: 3 },
  ],
  ["room for five connections", ["pool_mode = transaction", "max_client_conn = 5"], {}],
];

describe.skipIf(missing)("behind PgBouncer", () => {
  beforeAll(() => cluster.createDatabase("pooled"));

  test.each(PGBOUNCER)("with %s, every insert is stored", async (_, settings, options) => {
    const pooler = await startPgbouncer(cluster, settings);
    if (pooler === undefined) return;
    const store = open(pooler.url("pooled"), options);
    expect(await insertMany(store, 100)).toEqual(Array(100).fill("stored"));
    await store.check();
    await store.close();
    stores.length = 0;
    await pooler.stop();
  });

  test.each([
    ["room for one connection", ["max_client_conn = 1"]],
    ["one slot", ["pool_mode = session", "default_pool_size = 1", "query_wait_timeout = 1"]],
  ])("with %s in use by another program, the error names the pooler", async (_, settings) => {
    const pooler = await startPgbouncer(cluster, settings);
    if (pooler === undefined) return;
    const holder = await connect(pooler.url("pooled"));
    await holder.query("select 1");
    const store = open(pooler.url("pooled"));
    await expect(store.check()).rejects.toThrow("the connection pooler has no free slot");
    await holder.end();
    await store.check();
    await pooler.stop();
  });
});

/** A relay to a port that can be cut without closing connections. */
async function startRelay(target: number) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = createConnection(target, "127.0.0.1");
    for (const end of [socket, onward]) sockets.add(end.on("error", () => {}));
    socket.pipe(onward).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  return {
    port: address.port,
    cut,
    stop() {
      cut();
      server.close();
    },
  };
}

const SLOW_TRIGGER = `
  create function public.slow() returns trigger language plpgsql as
    $$ begin perform pg_sleep(5.2); return new; end $$;
  create trigger slow before insert on public.data_requirements
    for each row execute function public.slow()`;

function failingTrigger(code: string): string {
  return `
    create function public.fail() returns trigger language plpgsql as
      $$ begin raise exception 'failed' using errcode = '${code}'; end $$;
    create trigger fail before insert on public.data_requirements
      for each row execute function public.fail()`;
}
