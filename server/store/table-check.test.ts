import { expect, test } from "vitest";

import { BUDGET_OPTIONS, FIELDS, isRequired } from "../../domain/data-requirement.ts";
import { DATABASES, openDatabase } from "../../test-support/databases.ts";
import { listRows } from "../../test-support/rows.ts";

test.each(DATABASES)(
  "a server on %s does not start without a column for a field, and says what adds it",
  async (kind) => {
    const database = await openDatabase(kind);
    const store = database.open();
    await store.checkTable();
    const field = FIELDS.find((name) => !isRequired(name)) ?? "";
    await database.run(`alter table public.data_requirements drop column ${field}`);
    const problem = await store.checkTable().catch((error: unknown) => error as Error);
    expect(problem).toMatchObject({ name: "StoreUnavailable", transient: false });
    const [sentence = "", ...lines] = problem?.message.split("\n") ?? [];
    expect(sentence).toMatch(/add a file to \S*migrations\/ with$/);
    await database.run(lines.join("\n"));
    await store.checkTable();
    await database.close();
  },
);

test.runIf(DATABASES.includes("PostgreSQL"))(
  "on PostgreSQL a field that became optional, and one that visitors may not insert, are named",
  async () => {
    const database = await openDatabase("PostgreSQL");
    const store = database.open();
    await store.checkTable();
    const field = FIELDS.find((name) => !isRequired(name)) ?? "";
    await database.run(`
      alter table public.data_requirements alter column ${field} set not null;
      revoke insert (${field}) on public.data_requirements from anon`);
    const problem = await store.checkTable().catch((error: unknown) => error as Error);
    expect(problem?.message).toContain(`alter column ${field} drop not null;`);
    expect(problem?.message).toContain(`grant insert (${field})`);
    await database.close();
  },
);

test.runIf(DATABASES.includes("PostgreSQL"))(
  "on PostgreSQL a budget that visitors could not send is named, with the lines that allow it",
  async () => {
    const database = await openDatabase("PostgreSQL");
    const store = database.open();
    await store.checkTable();
    const [known, unknown] = BUDGET_OPTIONS.map(({ value }) => value);
    await database.run(`
      alter table public.data_requirements
        drop constraint data_requirements_budget_range_check,
        add constraint data_requirements_budget_range_check check (budget_range in ('${known}'))`);
    const problem = await store.checkTable().catch((error: unknown) => error as Error);
    expect(problem).toMatchObject({ name: "StoreUnavailable", transient: false });
    const [sentence = "", ...lines] = problem?.message.split("\n") ?? [];
    expect(sentence).toContain(`rejects ${unknown} for budget_range`);
    await database.run(lines.join("\n"));
    await store.checkTable();
    expect(await listRows(store)).toEqual([]);
    await database.close();
  },
);
