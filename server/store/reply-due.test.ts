import { DatabaseSync } from "node:sqlite";

import { expect, test } from "vitest";

import { startTestPostgres } from "../../test-support/test-postgres.ts";
import type { Migration } from "./migrations.ts";
import { POSTGRES_MIGRATIONS } from "./postgres/migrations.ts";
import { SQLITE_MIGRATIONS } from "./sqlite/migrations.ts";

const { cluster, missing } = await startTestPostgres();

const RECEIVED = "2026-03-28T12:00:00.000+00:00";
const INSERT = `insert into data_requirements (id, created_at, full_name, email, phone, company)
  values ('00000000-0000-4000-8000-000000000001', '${RECEIVED}', 'A', 'a@b.co', '1', 'C')`;

test("what came before the promise was stored got 24 hours, on SQLite", () => {
  const database = new DatabaseSync(":memory:");
  const { before, promise } = split(SQLITE_MIGRATIONS);
  for (const { sql } of before) database.exec(sql);
  database.exec(INSERT);
  database.exec(promise.sql);
  const row = database.prepare("select reply_due from data_requirements").get();
  expect(row).toEqual({ reply_due: "2026-03-29T12:00:00.000+00:00" });
  database.close();
});

test.skipIf(missing)(
  "what came before the promise was stored got 24 hours, on PostgreSQL",
  async () => {
    const { before, promise } = split(POSTGRES_MIGRATIONS);
    for (const { sql } of before) await cluster.run(sql);
    // With a change of the clock in between: hours are hours.
    await cluster.run(`set timezone = 'Europe/Berlin'; ${INSERT}; ${promise.sql}`);
    const [row] = await cluster.run("select reply_due from data_requirements");
    expect(row?.["reply_due"]).toEqual(new Date("2026-03-29T12:00:00Z"));
  },
);

function split(migrations: Migration[]): { before: Migration[]; promise: Migration } {
  const at = migrations.findIndex(({ name }) => name.includes("reply_due"));
  const promise = migrations[at];
  if (!promise) throw new Error("no migration stores the promise");
  return { before: migrations.slice(0, at), promise };
}
