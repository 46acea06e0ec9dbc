import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { UNTIMED } from "../../../domain/wire/form-use.ts";
import {
  openDatabase,
  withoutPostgres,
  type TestDatabase,
} from "../../../test-support/databases.ts";
import { openPostgres } from "../../../test-support/postgres.ts";
import {
  freePort,
  installed,
  startProgram,
  stopProgram,
  unprivileged,
} from "../../../test-support/programs.ts";
import { listRows } from "../../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { StoreUnavailable, type RequestStore } from "../store.ts";

describe.skipIf(withoutPostgres)("on PostgreSQL", () => {
  let database: TestDatabase;
  let store: RequestStore;
  let other: Client;

  beforeEach(async () => {
    database = await openDatabase("PostgreSQL");
    // Limits that are short enough to be waited for.
    store = database.open({ channels: ["webhook"], statementTimeout: "200ms" });
    await store.check();
    other = new Client({ connectionString: database.location });
    await other.connect();
  });
  afterEach(async () => {
    await other.end();
    await database.close();
  });

  const insert = () => store.insert(MINIMAL_REQUIREMENT, null, UNTIMED);
  const beforeInsert = (statements: string) =>
    other.query(`
      create function public.interfere() returns trigger language plpgsql as
        $$ begin ${statements} end $$;
      create trigger interfere before insert on public.data_requirements
        for each row execute function public.interfere()`);
  const WAITING = "datname = current_database() and wait_event_type = 'Lock'";

  describe("what a visitor was told has failed is never stored later:", () => {
    test.each(["public.data_requirements", "private.outbox"])(
      "while another program locks %s, and nothing goes on waiting in the database",
      async (table) => {
        await other.query(`begin; lock table ${table} in access exclusive mode`);
        const results = await Promise.allSettled(Array.from({ length: 8 }, insert));
        await expect(store.outbox.backlog()).rejects.toBeInstanceOf(StoreUnavailable);
        expect(await database.run(`select from pg_stat_activity where ${WAITING}`)).toEqual([]);
        await other.query("rollback");
        const failed = { status: "rejected", reason: expect.any(StoreUnavailable) };
        expect(results).toEqual(results.map(() => failed));
        expect(await listRows(store)).toEqual([]);
        expect(await insert()).toMatchObject(MINIMAL_REQUIREMENT);
      },
    );

    test("after an insert that took longer than the database allows", async () => {
      await beforeInsert("perform pg_sleep(0.4); return new;");
      await expect(insert()).rejects.toBeInstanceOf(StoreUnavailable);
      expect(await listRows(store)).toEqual([]);
    });
  });

  test.each(["XX000", "40001"])("an error of the database, %s, is an outage", async (code) => {
    await beforeInsert(`raise exception 'failed' using errcode = '${code}';`);
    await expect(insert()).rejects.toMatchObject({
      name: "StoreUnavailable",
      message: expect.stringMatching(/^PostgreSQL, database \w+ on 127.0.0.1:\d+: failed.*\.$/),
    });
  });

  test.each([
    ["a constraint", "add constraint tall check (company <> 'Analytical Engines')", "23514, tall"],
    ["a column", "add column height text not null", "23502, height"],
  ])(
    "a row that %s rejects is logged with its name, and without what it has",
    async (_what, change, name) => {
      await other.query(`alter table public.data_requirements ${change}`);
      const message = `The database rejected a statement (${name}).`;
      const error = await insert().catch((reason: unknown) => reason);
      expect(error).toEqual(new Error(message));
    },
  );

  test("every insert is stored behind PgBouncer in transaction mode", async (context) => {
    const program = installed("pgbouncer");
    if (program === undefined) return context.skip("Debian's package pgbouncer is not installed");
    const folder = mkdtempSync(join(tmpdir(), "site-pgbouncer-"));
    chmodSync(folder, 0o755);
    const port = await freePort();
    const url = new URL(database.location);
    const settings = `
      [databases]
      * = host=127.0.0.1 port=${url.port} user=${url.username}
      [pgbouncer]
      listen_addr = 127.0.0.1
      listen_port = ${port}
      unix_socket_dir =
      auth_type = any
      pool_mode = transaction
      default_pool_size = 3`;
    writeFileSync(join(folder, "pgbouncer.ini"), settings.replaceAll(/^ +/gm, ""));
    const account = unprivileged();
    const ready = /process up/;
    const pooler = await startProgram(program, [join(folder, "pgbouncer.ini")], { account, ready });
    url.port = String(port);
    const pooled = openPostgres(url.href);
    // More than it has slots.
    const inserts = Array.from({ length: 100 }, () =>
      pooled.insert(MINIMAL_REQUIREMENT, null, UNTIMED),
    );
    expect(new Set((await Promise.all(inserts)).map((row) => row?.id)).size).toBe(100);
    await pooled.check();
    await pooled.close();
    await stopProgram(pooler, "SIGTERM");
    rmSync(folder, { recursive: true });
  });
});
