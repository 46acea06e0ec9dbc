/** Tests changes of fields on PostgreSQL with a thousand requests that break each new rule. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { SCHEMA, type Definition } from "../domain/fields.ts";
import {
  findPostgresProblem,
  startPostgres,
  type HostedCluster,
  type HostedDatabase,
} from "../test-support/services/postgres.ts";
import { findPostgres } from "../test-support/services/programs.ts";
import { toFieldsMigration, UnmigratableField } from "./fields-migration.ts";

const ROWS = 1_000;
const INSERT = `insert into public.data_requirements (full_name, email, phone, company, role_title, budget_range)
  select 'Ada', 'ada@example.org', '1', repeat('c', 150), null, 'discuss'`;
const BY_ANON = `begin; set local role anon; set local statement_timeout = '3s'; ${INSERT}`;

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
  /** Changes the earlier requests, so that they break the new rule. */
  before?: string;
  /** Count of earlier requests with this value afterwards. */
  earlier: string;
  /** A request from a page that was published before. Its message if the database rejects it. */
  older?: RegExp;
};

const CASES: Case[] = [
  {
    title: "a required field is added",
    schema: { ...SCHEMA, added_country: COUNTRY },
    earlier: "added_country = 'unknown'",
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
    schema: changed("budget_range", {
      options: SCHEMA.budget_range.options.slice(0, -1),
    }),
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
    earlier: "role_title = 'unknown'",
    older: /null value in column "role_title"/,
  },
  {
    title: "an optional select becomes required",
    schema: changed("budget_range", { missing: "Choose", earlierValue: "not asked" }),
    before: "budget_range = null",
    earlier: "budget_range = 'not asked'",
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

for (const programs of findPostgres()) {
  const problem = findPostgresProblem(programs);
  const skipped = problem === null ? "" : `, not tested: ${problem}`;

  describe.skipIf(skipped)(`a change of fields, in ${programs}${skipped}`, () => {
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
      async ({ schema, before, earlier, older }) => {
        const database = await fill();
        if (before) await database.run(`update public.data_requirements set ${before}`);
        const sql = await toFieldsMigration(database, schema);
        await database.migrate([sql ?? ""]);
        expect(await toFieldsMigration(database, schema)).toBeNull();
        await database.run("update public.data_requirements set replied_at = now()");
        const matches = `select count(*)::int as count from public.data_requirements where ${earlier}`;
        expect(await database.run(matches)).toEqual([{ count: ROWS }]);
        if (older) await expect(database.run(BY_ANON)).rejects.toThrow(older);
        else await database.run(BY_ANON);
      },
    );

    test("after a stricter and then a looser rule, earlier requests are still exempt", async () => {
      const database = await fill();
      for (const maximum of [100, 120]) {
        const schema = changed("company", { maximum });
        await database.migrate([(await toFieldsMigration(database, schema)) ?? ""]);
        expect(await toFieldsMigration(database, schema)).toBeNull();
      }
      await expect(database.run(BY_ANON)).rejects.toThrow(/data_requirements_company_check/);
    });

    test("a required field keeps its default for older pages until its earlier value is deleted", async () => {
      const database = await fill();
      const { earlierValue: __, ...withoutDefault } = COUNTRY;
      for (const added_country of [COUNTRY, withoutDefault as Definition]) {
        const sql = await toFieldsMigration(database, { ...SCHEMA, added_country });
        await database.migrate([sql ?? ""]);
      }
      await expect(database.run(BY_ANON)).rejects.toThrow(/null value in column "added_country"/);
    });

    test("a removed field is empty in later requests, even if it had an earlier value", async () => {
      const database = await fill();
      for (const schema of [{ ...SCHEMA, added_country: COUNTRY }, SCHEMA]) {
        await database.migrate([(await toFieldsMigration(database, schema)) ?? ""]);
      }
      const later = await database.run(`${BY_ANON} returning added_country`);
      expect(later).toEqual([{ added_country: null }]);
    });

    test.each([
      [
        "a required field without an earlier value",
        { ...SCHEMA, added_country: { ...COUNTRY, earlierValue: undefined } },
      ],
      ["a list that becomes text", changed("hardware_setup", COUNTRY)],
      ["a field with a system column's name", { ...SCHEMA, note: COUNTRY }],
      [
        "an earlier value that its own field rejects",
        { ...SCHEMA, second_email: { ...COUNTRY, control: "email" } },
      ],
    ])("%s is refused", async (_what, schema) => {
      const database = await cluster.createDatabase();
      const migration = toFieldsMigration(database, schema as Record<string, Definition>);
      await expect(migration).rejects.toThrow(UnmigratableField);
    });

    test("a column without its grant, or with another check, is repaired", async () => {
      const database = await cluster.createDatabase();
      await database.run(`
        revoke insert (full_name) on public.data_requirements from anon;
        alter table public.data_requirements drop constraint data_requirements_email_check`);
      await database.migrate([(await toFieldsMigration(database)) ?? ""]);
      expect(await toFieldsMigration(database)).toBeNull();
      await database.run(BY_ANON);
    });
  });
}
