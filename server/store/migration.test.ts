import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { openDatabase, withoutPostgres, type TestDatabase } from "../../test-support/databases.ts";
import { lastRows } from "../../test-support/postgres.ts";
import { POSTGRES_MIGRATIONS } from "./postgres/migrations.ts";

const INSERT = `insert into public.data_requirements (full_name, email, phone, company)
  values ('Eve', 'eve@example.org', '1', 'Eavesdropping')`;

/** Rows of other visitors, inserted before an anonymous one comes. */
const STRANGERS_ROWS = `
  insert into public.data_requirements (full_name, email, phone, company, idempotency_key)
  select 'Ada', 'ada' || n || '@example.org', '1', 'Engines', 'ada-' || n
  from generate_series(1, 20) as n;
  insert into private.outbox_channels values ('webhook') on conflict do nothing;
  analyze public.data_requirements;`;

describe.skipIf(withoutPostgres)("on a database like Supabase's, migrated twice", () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openDatabase("PostgreSQL", "supabase");
    // Supabase grants everything new to everybody.
    await database.run(`
      alter default privileges for role supabase grant all on tables to anon, authenticated;
      alter default privileges for role supabase grant all on functions to anon, authenticated`);
    const owner = new Client({ connectionString: database.location });
    await owner.connect();
    for (const { sql } of [...POSTGRES_MIGRATIONS, ...POSTGRES_MIGRATIONS]) await owner.query(sql);
    await owner.end();
    await database.run(STRANGERS_ROWS);
  });
  afterAll(() => database.close());

  /** The last rows of a visitor's transaction, or the SQLSTATE with which it failed. */
  async function runAsAnon(sql: string): Promise<object[] | string> {
    const visitor = new Client({ connectionString: database.location });
    await visitor.connect();
    try {
      await visitor.query("begin; set local role anon");
      const rows = lastRows(await visitor.query(sql));
      await visitor.query("commit");
      return rows;
    } catch (error) {
      return (error as { code: string }).code;
    } finally {
      await visitor.end();
    }
  }

  test("an anonymous insert returns its row, and queues one delivery for each channel", async () => {
    const queued = "select count(*)::int as n from private.outbox";
    const [before] = await database.run(queued);
    expect(await runAsAnon(`${INSERT} returning *`)).toEqual([
      expect.objectContaining({ email: "eve@example.org" }),
    ]);
    expect(await database.run(queued)).toEqual([{ n: Number(before?.["n"]) + 1 }]);
  });

  test.each([
    ["reading", "select * from public.data_requirements"],
    ["reading by a key", "select * from public.data_requirements where idempotency_key = 'ada-1'"],
    [
      "reading beside an insert of its own",
      `${INSERT}; select * from public.data_requirements where email like 'ada%'`,
    ],
    [
      "reading after a savepoint",
      `savepoint a; ${INSERT}; rollback to a; select * from public.data_requirements`,
    ],
    ["the planner's statistics", "select * from pg_stats where tablename = 'data_requirements'"],
    [
      "a predicate that leaks what it sees",
      `create temp table seen (email text);
      create function pg_temp.tell(email text) returns boolean cost 0.0000001 language plpgsql as
        $$ begin insert into seen values (email); return true; end $$;
      select * from public.data_requirements where pg_temp.tell(email);
      select * from seen`,
    ],
  ])("%s returns no rows of others", async (_what, sql) => {
    expect(await runAsAnon(sql)).toEqual([]);
  });

  test.each([
    "update public.data_requirements set company = 'x'",
    "delete from public.data_requirements",
    `${INSERT} on conflict (idempotency_key) do update set company = 'x'`,
    "insert into public.data_requirements (id) values (gen_random_uuid())",
    "insert into public.data_requirements (created_in) values ('1')",
    "insert into public.data_requirements (idempotency_key) values ('ada-1')",
    "insert into public.data_requirements (replied_at) values (now())",
    "insert into public.data_requirements (held_reason) values (null)",
    "select * from private.insert_limits",
    "select * from private.insert_counts",
    "select * from private.server_secret",
    "select ctid from public.data_requirements",
    "select xmin from public.data_requirements",
    "set local row_security = off; select * from public.data_requirements",
    "select * from private.outbox",
    "select private.find_hold_reason(null)",
  ])("an anonymous visitor is forbidden: %s", async (sql) => {
    expect(await runAsAnon(sql)).toBe("42501");
  });

  test("rows of a restored dump stay hidden when transaction ids are reused", async () => {
    const next = "select pg_current_xact_id()::text::bigint as xid";
    const [current] = await database.run(next);
    await database.run(`
      insert into public.data_requirements (full_name, email, phone, company, created_in)
      select 'Old', 'old@example.org', '1', 'Dump', (${String(current?.["xid"])} + n)::text::xid8
      from generate_series(1, 2000) as n`);
    for (let round = 0; round < 20; round += 1) {
      const seen = `${INSERT}; select count(*)::int as n from public.data_requirements`;
      expect(await runAsAnon(seen)).toEqual([{ n: 1 }]);
    }
    const [last] = await database.run(next);
    // Guards this test: the transaction ids must have passed old ones.
    expect(Number(last?.["xid"])).toBeGreaterThan(Number(current?.["xid"]) + 20);
  });

  test("a long transaction never sees what others commit meanwhile", async () => {
    const others = Promise.all(Array.from({ length: 20 }, () => runAsAnon(INSERT)));
    const watching = runAsAnon(`
      ${INSERT};
      select pg_sleep(0.2);
      select count(*)::int as n from public.data_requirements`);
    expect(await watching).toEqual([{ n: 1 }]);
    expect(await others).toHaveLength(20);
  });

  test("default grants give no other role access", async () => {
    const rights = await database.run(`
      select rolname from pg_roles,
        unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as right_name
      where rolname in ('anon', 'authenticated')
        and has_table_privilege(rolname, 'public.data_requirements', right_name)
`);
    expect(rights).toEqual([]);
  });
});

/** What docs/make-it-yours.md asks of an adopter's new field. */
const ADOPTERS = `
  alter table public.data_requirements add column if not exists gripper text
    check (char_length(gripper) <= 5000);
  grant insert (gripper), select (gripper) on public.data_requirements to anon;`;

test.skipIf(withoutPostgres).each(["before ours run again", "after ours"])(
  "a column that an adopter adds %s is stored and returned like any other",
  async (order) => {
    const database = await openDatabase("PostgreSQL");
    const ours = POSTGRES_MIGRATIONS.map(({ sql }) => sql).join(";");
    await database.run(ours);
    await database.run(order === "after ours" ? ADOPTERS : `${ADOPTERS}; ${ours}`);
    const gripper = "Two fingers that are 120 mm long, with ribbed pads.";
    await database.run(`
      begin; set local role anon;
      insert into public.data_requirements (full_name, email, phone, company, gripper)
      values ('Eve', 'eve@example.org', '1', 'Engines', '${gripper}') returning *;
      commit`);
    expect(await database.run("select gripper from public.data_requirements")).toEqual([
      { gripper },
    ]);
    await database.close();
  },
);
