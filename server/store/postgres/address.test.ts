import { describe, expect, test } from "vitest";

import { parseDatabaseUrl } from "./address.ts";

const read = (url: string) => {
  const reading = parseDatabaseUrl(url);
  if (reading.kind === "invalid") throw new Error(reading.problem);
  return reading.address;
};

test.each([
  ["postgres://me:pw@db.example/site", "PostgreSQL, database site on db.example:5432"],
  [
    "postgresql://me:p%40%2Fw@db:6543/site?application_name=x",
    "PostgreSQL, database site on db:6543",
  ],
  [
    "postgres:///site?host=/var/run/postgresql",
    "PostgreSQL, database site on /var/run/postgresql:5432",
  ],
])("%s is shown as %s", (url, location) => {
  expect(read(url).location).toBe(location);
});

describe("an unencoded password is rejected, and not repeated", () => {
  test.each([
    "postgres://me:12@secret@db/site",
    "postgres://me:secret/x@db/site",
    "postgres://me:12/secret@db/site",
    "postgres://me:12/secret@db:5432/site?sslmode=require",
    "postgres://me:1@2/secret@db/site",
    "postgres://me:12?secret@db/site",
    "postgres://me:12#secret@db/site",
    "postgres://me:secret%@db/site",
    "postgres://me:sec%zzret@db/site",
    "mysql://me:secret@db/site",
    "me:secret@db/site",
  ])("%s", (url) => {
    const reading = parseDatabaseUrl(url);
    expect(reading).toMatchObject({ kind: "invalid", problem: expect.stringMatching(/%40.*%2F/) });
    expect(JSON.stringify(reading)).not.toMatch(/secret|12/);
  });
});

describe("without sslmode", () => {
  test.each(["localhost", "127.0.0.1", "127.1.2.3", "[::1]", ""])(
    "%j is this machine and gets no TLS",
    (host) => expect(read(`postgres://${host}/site`)).toMatchObject({ ssl: false }),
  );

  test.each(["db.example", "10.0.0.5", "localhost.example", "127.example", "[2001:db8::1]"])(
    "%s gets TLS if the server offers it",
    (host) =>
      expect(read(`postgres://me@${host}/site`)).toMatchObject({
        ssl: { rejectUnauthorized: false },
        plaintextAllowed: true,
      }),
  );
});

test.each([
  ["sslmode=on", "sslmode"],
  ["sslmode=verify-full&sslrootcert=/nowhere.pem", "sslrootcert"],
  ["ssl=true", "sslmode"],
  ["sslmode=require&uselibpqcompat=true", "sslmode"],
  ["sslcert=/a&sslkey=/b", "sslmode"],
])("%s is rejected with a message that names %s", (query, name) => {
  const problem = expect.stringContaining(name) as string;
  expect(parseDatabaseUrl(`postgres://db/site?${query}`)).toMatchObject({
    kind: "invalid",
    problem,
  });
});
