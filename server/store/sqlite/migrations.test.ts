import { DatabaseSync } from "node:sqlite";

import { afterEach, beforeEach, expect, test } from "vitest";

import { migrate } from "./migrations.ts";

let database: DatabaseSync;
beforeEach(() => {
  database = new DatabaseSync(":memory:");
});
afterEach(() => database.close());

const LATER = { name: "20990101000000_later.sql", sql: "create table later (id)" };

test("a file that a later version has written is rejected, with what to do", () => {
  migrate(database, "The file");
  migrate(database, "The file");
  database.exec(`insert into applied_migrations values ('${LATER.name}')`);
  expect(() => migrate(database, "The file")).toThrow(
    /^The file was written by another version, .*later\.sql: run the version that wrote it, or export/,
  );
});

test.each([
  [
    "alter tabel later add gripper text;",
    /^The migration 20990101000000_later\.sql .+near "tabel": syntax error, in the statement on line 9\.$/,
  ],
  ["insert into later\n  values (1), (1);", /UNIQUE constraint failed: .+ on line 9\.$/],
])("a migration that cannot be applied is named, with the line: %j", (statement, sentence) => {
  const sql = `-- Notes.
create table later (
  id integer unique
);
create trigger later_insert after insert on later begin
  delete from later where id < 0;
end;
-- Here.
${statement}
select 1;`;
  expect(() => migrate(database, "The file", [{ ...LATER, sql }])).toThrow(sentence);
});

test("a file from before 1.0.0 is rejected, with what to do", () => {
  database.exec("create table data_requirements (id)");
  expect(() => migrate(database, "The file")).toThrow(/export its requests .*docs\/upgrade\.md/);
});
