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

test("a file from before 1.0.0 is rejected, with what to do", () => {
  database.exec("create table data_requirements (id)");
  expect(() => migrate(database, "The file")).toThrow(/export its requests .*docs\/upgrade\.md/);
});
