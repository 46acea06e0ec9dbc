/** Tests the rights of a Supabase project's roles, and the limits on inserts, on every PostgreSQL of this machine. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";

import {
  findPostgresProblem,
  startPostgres,
  type HostedCluster,
  type HostedDatabase,
} from "../../test-support/services/postgres.ts";
import { findPostgres } from "../../test-support/services/programs.ts";
import { toPostgresSchema } from "./postgres-schema.ts";

const TABLE = "public.data_requirements";
const INSERT = `insert into ${TABLE} (full_name, email, phone, company)
  values ('Ada Byron', 'ada@example.org', '1', 'Engines') returning *`;

const problem = findPostgresProblem();
const skipped = problem === null ? "" : `, not tested: ${problem}`;

describe.skipIf(skipped)(`the roles of a Supabase project${skipped}`, () => {
  const usable = findPostgres().filter((programs) => findPostgresProblem(programs) === null);
  describe.each(usable)("by %s", (programs) => {
    let cluster: HostedCluster;
    beforeAll(async () => {
      cluster = await startPostgres(programs);
    });
    afterAll(() => cluster.stop());

    describe.each([
      ["an older project, which grants all privileges on new tables", true],
      ["a newer project, which grants the API none", false],
    ])("in %s", (_, defaultGrants) => {
      let hosted: HostedDatabase;
      beforeAll(async () => {
        hosted = await cluster.createDatabase({ defaultGrants });
      });
      beforeEach(() => hosted.run(`delete from ${TABLE}; ${INSERT}`));

      test("a visitor sends a request, and reads only this one", async () => {
        const rows = await hosted.runAs("anon", `${INSERT}; select * from ${TABLE}`);
        expect(rows).toMatchObject([{ full_name: "Ada Byron" }]);
      });

      test("an integration with the secret key reads requests, and marks them as replied", async () => {
        const reply = `update ${TABLE} set replied_at = now() where email = 'ada@example.org'`;
        const read = `select * from ${TABLE} where replied_at is not null`;
        const rows = await hosted.runAs("service_role", `${reply}; ${read}`);
        expect(rows).toMatchObject([{ full_name: "Ada Byron" }]);
      });

      const readRights = () =>
        hosted.run(`
          select role, relname, action
          from unnest(array['anon', 'authenticated', 'service_role']) as role,
            unnest(array['select', 'insert', 'update', 'delete', 'truncate', 'references', 'trigger']) as action,
            pg_class
          where relnamespace = 'public'::regnamespace and relkind = 'r'
            and has_table_privilege(role, pg_class.oid, action)
          order by action`);
      const EXPECTED_RIGHTS = ["select", "update"].map((action) => ({
        role: "service_role",
        relname: "data_requirements",
        action,
      }));

      test("no role of the API has a right on a whole table, except integrations on requests", async () => {
        expect(await readRights()).toEqual(EXPECTED_RIGHTS);
        const unprotected =
          "select from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'";
        expect(await hosted.run(`${unprotected} and not relrowsecurity`)).toEqual([]);
      });

      test.each([
        ["grants the roles of the API all rights", "grant all on all tables in schema public to"],
        ["leaves out their rights", "revoke all on all tables in schema public from"],
      ])("after a restore that %s, the next start sets them", async (_what, change) => {
        await hosted.run(`${change} anon, authenticated, service_role`);
        expect(await readRights()).not.toEqual(EXPECTED_RIGHTS);
        await hosted.migrate();
        expect(await readRights()).toEqual(EXPECTED_RIGHTS);
        await hosted.runAs("anon", INSERT);
      });

      test("rules and spam flags apply to every role but the table's owner", async () => {
        const asRole = (role: string, sql: string) =>
          hosted.run(`begin;
            grant insert, select on ${TABLE} to authenticated, service_role;
            create policy signed_in on ${TABLE} to authenticated using (true) with check (true);
            set local role ${role}; ${sql}`);
        const spam = INSERT.replace("Ada Byron", "https://a.co");
        const marked = `${spam}; select spam_reason from ${TABLE} where full_name like 'https%'`;
        const blank = INSERT.replace("Ada Byron", " ");
        for (const role of ["authenticated", "service_role"]) {
          expect(await asRole(role, marked)).toEqual([{ spam_reason: "link" }]);
          await expect(asRole(role, blank)).rejects.toMatchObject({ code: "23514" });
        }
        expect(await asRole("postgres", blank)).toMatchObject([{ full_name: " " }]);
        expect(await asRole("postgres", marked)).toEqual([{ spam_reason: null }]);
      });

      test("a signed-in user reads, sends and changes nothing", async () => {
        const changes = [INSERT, `update ${TABLE} set note = ''`, `truncate ${TABLE}`];
        for (const sql of [`select * from ${TABLE}`, ...changes]) {
          const result = hosted.runAs("authenticated", sql);
          await expect(result, sql).rejects.toMatchObject({ code: "42501" });
        }
      });
    });

    test("the limits are on from the start on Supabase, whose gateway overwrites the header, and off elsewhere", async () => {
      const header = "select address_header from private.insert_limits";
      const supabase = await cluster.createDatabase();
      expect(await supabase.run(header)).toEqual([{ address_header: "cf-connecting-ip" }]);
      const other = await cluster.createDatabase({ setup: "none" });
      const migrate = `begin; drop role supabase_admin; ${toPostgresSchema({ direct: true })}`;
      expect(await other.run(`${migrate}; ${header}`)).toEqual([{ address_header: null }]);
    });

    test("nobody may call a function of the schema, and no caller can replace what it calls", async () => {
      const { run } = await cluster.createDatabase();
      const open = await run(`
        select proname from pg_proc where pronamespace = 'private'::regnamespace
          and (array_position(proconfig, 'search_path=""') is null
            or has_function_privilege('anon', oid, 'execute'))`);
      expect(open).toEqual([]);
    });
  });
});
