import { Client } from "pg";
import { afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";

import { listRows } from "../../../test-support/rows.ts";
import { startPgbouncer } from "../../../test-support/pgbouncer.ts";
import { openPostgres } from "../../../test-support/postgres.ts";
import { startTestPostgres } from "../../../test-support/test-postgres.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { StoreUnavailable, type RequirementStore } from "../store.ts";
import { parseDatabaseUrl } from "./address.ts";
import { PostgresDatabase } from "./database.ts";

const { cluster, missing } = await startTestPostgres();

let store: RequirementStore;
let other: Client;
/** One database for each test, whose limits are short enough to be waited for. */
let database: string;
let tests = 0;

async function connect(): Promise<void> {
  other = new Client({ connectionString: cluster.url(database) });
  other.on("error", () => {});
  await other.connect();
}

beforeEach(async () => {
  if (missing) return;
  tests += 1;
  database = `test_${tests}`;
  await cluster.createDatabase(database);
  store = openPostgres(cluster.url(database), { channels: ["webhook"], statementTimeout: "200ms" });
  await store.check();
  await connect();
  await other.query(`
    alter function private.insert_requirement(json, json) set lock_timeout = '200ms'`);
});
afterEach(async () => {
  if (missing) return;
  await other.end();
  await store.close();
});

const insert = (key: string | null = null) => store.insert(MINIMAL_REQUIREMENT, key);

describe.skipIf(missing)("what a visitor was told has failed is never stored later", () => {
  test.each(["public.data_requirements", "private.outbox"])(
    "while another program locks %s, and nothing goes on waiting in the database",
    async (table) => {
      await other.query(`begin; lock table ${table} in access exclusive mode`);
      const results = await Promise.allSettled(Array.from({ length: 8 }, () => insert()));
      await expect(store.outbox.backlog()).rejects.toBeInstanceOf(StoreUnavailable);
      const waiting = await cluster.run(`select from pg_stat_activity
        where datname = '${database}' and wait_event_type = 'Lock'`);
      expect(waiting).toEqual([]);
      await other.query("rollback");
      const failed = { status: "rejected", reason: expect.any(StoreUnavailable) };
      expect(results).toEqual(results.map(() => failed));
      expect(await listRows(store)).toEqual([]);
      expect(await insert()).toMatchObject({ kind: "stored" });
    },
  );

  test("after an insert that took longer than the database allows", async () => {
    const functionText = "pg_get_functiondef('private.insert_requirement'::regproc)";
    const { rows } = await other.query<{ sql: string }>(`select ${functionText} as sql`);
    await other.query(rows[0]?.sql.replace("5 seconds", "0.1 seconds") ?? "");
    await other.query(beforeInsert("perform pg_sleep(0.2); return new;"));
    await expect(insert()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(await listRows(store)).toEqual([]);
  });
});

describe.skipIf(missing)("a visitor's insert", () => {
  test("does not wait for notifications and health, however many are in progress", async () => {
    const reading = parseDatabaseUrl(cluster.url(database));
    if (reading.kind === "invalid") throw new Error(reading.problem);
    const shared = new PostgresDatabase(reading.address, { channels: ["webhook"] });
    await other.query("select pg_advisory_lock(1)");
    const stuck = Array.from({ length: 5 }, () => shared.query("select pg_advisory_xact_lock(1)"));
    const requirement = JSON.stringify(MINIMAL_REQUIREMENT);
    const sql = "select private.insert_requirement($1, null)";
    expect(await shared.queryForVisitor(sql, [requirement])).toHaveLength(1);
    await other.query("select pg_advisory_unlock(1)");
    await Promise.all(stuck);
    await shared.close();
  });
});

describe.skipIf(missing)("an error of the database is an outage, and not a bug", () => {
  test.each(["XX000", "40001"])("SQLSTATE %s", async (code) => {
    await other.query(beforeInsert(`raise exception 'failed' using errcode = '${code}';`));
    await expect(insert()).rejects.toMatchObject({
      name: "StoreUnavailable",
      message: expect.stringMatching(
        /^PostgreSQL, database test_\d+ on 127.0.0.1:\d+: failed.*\.$/,
      ),
    });
  });

  test("a connection that is cut, after which the process keeps running", async () => {
    await other.query("begin; lock table private.outbox in access exclusive mode");
    const patient = openPostgres(cluster.url(database));
    const failed = expect(patient.outbox.backlog()).rejects.toBeInstanceOf(StoreUnavailable);
    const cut = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = '${database}' and wait_event_type = 'Lock'`;
    await expect.poll(() => cluster.run(cut)).toHaveLength(1);
    await failed;
    await other.query("rollback");
    await patient.check();
    await patient.close();
  });

  test("a database that was down is used again once it is up", async () => {
    await cluster.halt();
    await expect(insert()).rejects.toMatchObject({ name: "StoreUnavailable", transient: true });
    await cluster.start();
    expect(await insert()).toMatchObject({ kind: "stored" });
    await connect();
  });
});

describe.skipIf(missing)("behind PgBouncer with fewer slots than connections", () => {
  beforeAll(() => cluster.createDatabase("pooled"));

  test("in transaction mode, every insert is stored", async () => {
    const pooler = await startPgbouncer(cluster, [
      "pool_mode = transaction",
      "default_pool_size = 3",
    ]);
    if (pooler === undefined) return;
    const pooled = openPostgres(pooler.url("pooled"));
    const inserts = Array.from({ length: 100 }, () => pooled.insert(MINIMAL_REQUIREMENT, null));
    expect((await Promise.all(inserts)).map(({ kind }) => kind)).toEqual(Array(100).fill("stored"));
    await pooled.check();
    await pooled.close();
    await pooler.stop();
  });
});

function beforeInsert(statements: string): string {
  return `
    create function public.interfere() returns trigger language plpgsql as
      $$ begin ${statements} end $$;
    create trigger interfere before insert on public.data_requirements
      for each row execute function public.interfere()`;
}
