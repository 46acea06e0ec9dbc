import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, expect, test } from "vitest";

import { migrate, NewerSchema, SQLITE_MIGRATIONS } from "./migrations.ts";

/** The first release applied these, and counted them in `user_version`. */
const FIRST_RELEASE = SQLITE_MIGRATIONS.slice(0, 2);

const ADOPTERS = {
  name: "0003_source.sql",
  sql: "alter table data_requirements add column source text",
};

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(":memory:");
});
afterEach(() => database.close());

test("a file of the first release opens, with its rows", () => {
  for (const { sql } of FIRST_RELEASE) database.exec(sql);
  database.exec("pragma user_version = 2");
  database.exec(`insert into data_requirements (id, created_at, full_name, email, phone, company)
    values ('1', '2026-11-20T00:00:00.000+00:00', 'Ada', 'ada@example.org', '1', 'Engines')`);
  migrate(database);
  migrate(database);
  expect(database.prepare("select full_name, reply_due from data_requirements").all()).toEqual([
    { full_name: "Ada", reply_due: "2026-11-21T00:00:00.000+00:00" },
  ]);
});

test("a migration that an adopter had added and counted is not applied again, and ours still are", () => {
  const theirs = [...FIRST_RELEASE, ADOPTERS, ...SQLITE_MIGRATIONS.slice(2)];
  for (const { sql } of theirs.slice(0, 3)) database.exec(sql);
  database.exec("pragma user_version = 3");
  migrate(database, theirs);
  expect(columns()).toEqual(expect.arrayContaining(["source", "reply_due"]));
});

test("a file of a later release is refused", () => {
  migrate(database, [...SQLITE_MIGRATIONS, { name: "20990101000000_later.sql", sql: "" }]);
  expect(() => migrate(database)).toThrow(NewerSchema);
});

function columns(): unknown[] {
  return database
    .prepare("select name from pragma_table_info('data_requirements')")
    .all()
    .map(({ name }) => name);
}
