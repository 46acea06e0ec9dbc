/** Tests the schema, and changes of fields with a thousand requests that break each new rule, on every PostgreSQL. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { SCHEMA, type Definition } from "../../domain/fields.ts";
import {
  findPostgresProblem,
  startPostgres,
  type HostedCluster,
  type HostedDatabase,
} from "../../test-support/services/postgres.ts";
import { findPostgres } from "../../test-support/services/programs.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { TABLES } from "./schema.ts";
import { RequestStore } from "./store.ts";

const ROWS = 1_000;
const TABLE = "public.data_requirements";
const INSERT = `insert into ${TABLE} (full_name, email, phone, company, role_title, budget_range)
  select 'Ada', 'ada@example.org', '1', repeat('c', 150), null, 'discuss'`;

const COUNTRY: Definition = {
  label: "Country",
  part: "person",
  missing: "Enter your country",
  earlierValue: "unknown",
  control: "text",
  maximum: 100,
};
const { full_name: _, ...WITHOUT_NAME } = SCHEMA;
const changed = (field: keyof typeof SCHEMA, change: object) =>
  ({ ...SCHEMA, [field]: { ...SCHEMA[field], ...change } }) as Record<string, Definition>;

type Case = {
  title: string;
  schema: Record<string, Definition>;
  /** A SQL condition that is true for every earlier request after the change. */
  earlier: string;
  /** The message if the database rejects a request from a page that was published before. */
  older?: RegExp;
};

const CASES: Case[] = [
  {
    title: "a required field is added",
    schema: { ...SCHEMA, added_country: COUNTRY },
    earlier: "added_country = 'unknown'",
  },
  {
    title: "a required field without an earlier value is added",
    schema: { ...SCHEMA, added_country: { ...COUNTRY, earlierValue: undefined } as never },
    earlier: "added_country is null",
    older: /null value in column "added_country"/,
  },
  {
    title: "a required email is added",
    schema: { ...SCHEMA, second_email: { ...COUNTRY, control: "email" } },
    earlier: "second_email = 'unknown'",
  },
  {
    title: "a required select is added",
    schema: {
      ...SCHEMA,
      select: {
        label: "Select",
        part: "needs",
        missing: "Choose",
        earlierValue: "not asked",
        control: "select",
        placeholder: "Select",
        options: [{ value: "it's 100%", label: "All" }],
      },
    },
    earlier: `"select" = 'not asked'`,
  },
  {
    title: "a required list is added",
    schema: {
      ...SCHEMA,
      tools: { ...SCHEMA.hardware_setup, missing: "Choose", earlierValue: "?" },
    },
    earlier: "tools = array['?']",
  },
  {
    title: "an option is added",
    schema: changed("budget_range", {
      options: [...SCHEMA.budget_range.options, { value: "under-5k", label: "Under $5k" }],
    }),
    earlier: "budget_range = 'discuss'",
  },
  {
    title: "an option is removed",
    schema: changed("budget_range", { options: SCHEMA.budget_range.options.slice(0, -1) }),
    earlier: "budget_range = 'discuss'",
    older: /data_requirements_budget_range_check/,
  },
  {
    title: "a limit is lowered",
    schema: changed("company", { maximum: 100 }),
    earlier: "char_length(company) = 150",
    older: /data_requirements_company_check/,
  },
  {
    title: "an optional field becomes required",
    schema: changed("role_title", { missing: "Enter your role", earlierValue: "unknown" }),
    earlier: "role_title is null",
    older: /null value in column "role_title"/,
  },
  {
    title: "a required field becomes optional",
    schema: changed("full_name", { missing: undefined }),
    earlier: "full_name = 'Ada'",
  },
  {
    title: "a required field is removed",
    schema: WITHOUT_NAME,
    earlier: "full_name = 'Ada'",
  },
];

/** All installed versions in CI, otherwise one. */
const VERSIONS = process.env["STRICT_TESTS"] ? findPostgres() : findPostgres().slice(0, 1);

for (const programs of VERSIONS) {
  const problem = findPostgresProblem(programs);
  const skipped = problem === null ? "" : `, not tested: ${problem}`;

  describe.skipIf(skipped)(`the schema, in ${programs}${skipped}`, () => {
    let cluster: HostedCluster;
    beforeAll(async () => {
      cluster = await startPostgres(programs);
    });
    afterAll(() => cluster.stop());

    async function fill(): Promise<HostedDatabase> {
      const database = await cluster.createDatabase();
      await database.run(`${INSERT} from generate_series(1, ${ROWS})`);
      return database;
    }

    test.each(CASES)(
      "when $title, earlier requests stay, can be changed, and older pages are served as before",
      async ({ schema, earlier, older }) => {
        const database = await fill();
        await database.migrate({ schema });
        await database.run(`update ${TABLE} set replied_at = now()`);
        const matches = `select count(*)::int as count from ${TABLE} where ${earlier}`;
        expect(await database.run(matches)).toEqual([{ count: ROWS }]);
        if (older) await expect(database.runAsAnon(INSERT)).rejects.toThrow(older);
        else await database.runAsAnon(INSERT);
      },
    );

    test("a required field keeps its default for older pages until its earlier value is deleted", async () => {
      const database = await fill();
      const { earlierValue: __, ...withoutDefault } = COUNTRY;
      for (const added_country of [COUNTRY, withoutDefault as Definition]) {
        await database.migrate({ schema: { ...SCHEMA, added_country } });
      }
      await expect(database.runAsAnon(INSERT)).rejects.toThrow(
        /null value in column "added_country"/,
      );
    });

    test.each([
      ["a list that becomes text", changed("hardware_setup", COUNTRY), "hardware_setup cannot"],
      ["a text that becomes a list", changed("company", SCHEMA.hardware_setup), "company cannot"],
      ["a field with a system column's name", { ...SCHEMA, note: COUNTRY }, "may have the name"],
    ])("%s is refused, and leaves the database as it was", async (_what, schema, message) => {
      const database = await cluster.createDatabase();
      await expect(database.migrate({ schema })).rejects.toThrow(message);
      await database.runAsAnon(INSERT);
    });

    test("fields may have the names of other columns and of variables", async () => {
      const { role_title } = SCHEMA;
      const names = ["channel", "queued_at", "field", "broken", "reported", "reason", "total"];
      const fields = Object.fromEntries(names.map((name) => [name, role_title]));
      const database = await cluster.createDatabase();
      await database.migrate({ schema: { ...SCHEMA, ...fields } });
      await database.run(`
        insert into public.request_notifications (subject, channel, queued_at, next_attempt_at, is_spam)
        values ('channel', 'mail', now(), now(), false)`);
      const spam = `${INSERT.replace("'Ada'", "'https://a.co'")}; select spam_reason from ${TABLE}`;
      expect(await database.runAsAnon(spam)).toEqual([{ spam_reason: "link" }]);
    });

    test("a database that has this version is not locked, and one that has not is changed once by servers that start together", async () => {
      const database = await cluster.createDatabase({ setup: "none" });
      await Promise.all([database.migrate(), database.migrate(), database.migrate()]);
      await expect(database.runAsAnon(INSERT)).rejects.toMatchObject({ code: "42501" });
      const schema = { ...SCHEMA, added_country: COUNTRY };
      await database.whileHeld(`lock table ${TABLE}`, async () => {
        await database.migrate();
        await expect(database.migrate({ schema })).rejects.toMatchObject({ code: "55P03" });
      });
    });

    test("during a dump, a version that changes only rules starts, and one that adds a column does not", async () => {
      const database = await fill();
      const dumped = TABLES.map((table) => `public.${table}`).join(", ");
      await database.whileHeld(`lock table ${dumped} in access share mode`, async () => {
        await database.migrate({ schema: changed("company", { maximum: 100 }) });
        await expect(database.runAsAnon(INSERT)).rejects.toThrow("data_requirements_company_check");
        const schema = { ...SCHEMA, added_country: COUNTRY };
        await expect(database.migrate({ schema })).rejects.toMatchObject({ code: "55P03" });
      });
    });

    test("a start does not wait for a role that holds its lock", async () => {
      const database = await cluster.createDatabase({ setup: "none" });
      await database.whileHeld(
        "set local role anon; select pg_advisory_xact_lock(1127120000)",
        async () => {
          await expect(database.migrate()).rejects.toMatchObject({ code: "55P03" });
        },
      );
      await database.migrate();
    });

    test.each<[string, (database: HostedDatabase) => Promise<unknown>]>([
      [
        "the server",
        async ({ ownerUrl }) => {
          const store = new RequestStore(ownerUrl);
          onTestFinished(() => store.close());
          await store.insert(MINIMAL_REQUIREMENT, null, null);
        },
      ],
      ["a visitor", ({ runAsAnon }) => runAsAnon(`${INSERT}; commit`)],
    ])(
      "if the database is set to lose commits in a crash, it keeps each request that %s has inserted",
      async (_who, insert) => {
        const database = await cluster.createDatabase();
        const name = new URL(database.url).pathname.slice(1);
        await database.run(`alter database ${name} set synchronous_commit = off`);
        // Longer than this test, in which nothing else writes the commit to disk.
        await database.run("alter system set wal_writer_delay = '10s'");
        await database.run("select pg_reload_conf()");
        await insert(database);
        await cluster.whileStopped(async () => {});
        expect(await database.run(`select email from ${TABLE}`)).toHaveLength(1);
      },
    );

    test("a table that is not ours is named, and stays as it was", async () => {
      const database = await cluster.createDatabase({ setup: "none" });
      await database.run(`create table ${TABLE} (id bigint primary key)`);
      await expect(database.migrate()).rejects.toThrow("but no table request_schema");
      expect(await database.run("select to_regnamespace('private') as private")).toEqual([
        { private: null },
      ]);
    });
  });
}
