import { expect, test } from "vitest";

import { parseDatabaseUrl } from "./address.ts";

test.each([
  ["postgres://me:pw@db.example/site", "PostgreSQL, database site on db.example:5432"],
  ["postgresql://me:p%40%2Fw@db:6543/site", "PostgreSQL, database site on db:6543"],
  ["postgres:///site?host=/run/postgresql", "PostgreSQL, database site on /run/postgresql:5432"],
])("%s is shown as %s", (url, location) => {
  expect(parseDatabaseUrl(url)).toMatchObject({ kind: "address", address: { location } });
});

test.each([
  "postgres://me:secret/x@db/site",
  "postgres://me:12/secret@db:5432/site?sslmode=require",
  "postgres://me:12?secret@db/site",
  "postgres://me:sec%zzret/@db/site",
  "mysql://me:secret@db/site",
])("the password of %s is not repeated, and the problem says how to write it", (url) => {
  const reading = parseDatabaseUrl(url);
  expect(reading).toMatchObject({ kind: "invalid", problem: expect.stringMatching(/%40.*%2F/) });
  expect(JSON.stringify(reading)).not.toMatch(/secret|12/);
});

test("a certificate that cannot be read is a problem at start", () => {
  const url = "postgres://me:secret@db/site?sslmode=verify-full&sslrootcert=/nowhere.pem";
  const reading = parseDatabaseUrl(url);
  expect(reading).toMatchObject({ problem: expect.stringContaining("/nowhere.pem") });
  expect(JSON.stringify(reading)).not.toContain("secret");
});
