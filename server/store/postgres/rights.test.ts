import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { listRows } from "../../../test-support/rows.ts";
import { openPostgres } from "../../../test-support/postgres.ts";
import { startTestPostgres } from "../../../test-support/test-postgres.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import type { RequirementStore } from "../store.ts";
import type { PostgresOptions } from "./database.ts";

const { cluster, missing } = await startTestPostgres();

const url = (database: string, role?: string) =>
  cluster.url(database, role && encodeURIComponent(role));

async function use<Result>(
  database: string,
  role: string,
  work: (store: RequirementStore) => Promise<Result>,
  options: PostgresOptions = {},
): Promise<Result> {
  const store = openPostgres(url(database, role), options);
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

const insert = (store: RequirementStore) => store.insert(MINIMAL_REQUIREMENT, null);

/** The statements of docs/backends.md#rights. */
function readRights(): string {
  const document = readFileSync("docs/backends.md", "utf8");
  return /^### Rights$[^]*?^```sql\n([^]*?)^```/m.exec(document)?.[1] ?? "";
}

describe.skipIf(missing)("a user who lacks a right", () => {
  test.each([
    ["the database's owner, who may create no role", "plain", "plain"],
    ["a user of another owner's database", "Guest-1", "superuser"],
  ])("%s can start after the statements of the document were run", async (_, role, owner) => {
    const database = `for_${role.toLowerCase().replace("-", "_")}`;
    await cluster.run(`create role "${role}" login`);
    await cluster.createDatabase(database, owner);
    await expect(use(database, role, insert)).rejects.toMatchObject({
      message: expect.stringMatching(/permission denied.*; see docs\/backends\.md#rights\.$/),
      transient: false,
    });
    await cluster.run("drop role if exists anon");
    const statements = readRights().replaceAll("USER", role).replaceAll("DATABASE", database);
    await cluster.run(statements, database);
    await use(database, role, async (store) => {
      expect(await insert(store)).toMatchObject({ kind: "stored" });
      expect(await listRows(store)).toHaveLength(1);
    });
    await cluster.run(`drop database ${database}`);
    await cluster.run("drop role anon");
  });
});

describe.skipIf(missing)("a database with an owner", () => {
  test("accepts a second user, so that a password can be rotated", async () => {
    await cluster.run("create role owner login createrole; create role successor login");
    await cluster.createDatabase("owned", "owner");
    await use("owned", "owner", insert);
    await cluster.run("grant owner to successor");
    await use("owned", "successor", async (store) => {
      expect(await insert(store)).toMatchObject({ kind: "stored" });
      expect(await store.requirements.erase({ who: MINIMAL_REQUIREMENT.email })).toBe(2);
      expect(await insert(store)).toMatchObject({ kind: "stored" });
    });
  });

  test("is listed by a read-only user, once row security does not hide its rows", async () => {
    const statements = readFileSync("deploy/reader.sql", "utf8");
    const [rights = "", policy = ""] = statements.split(/(?=^create policy )/m);
    await cluster.run(rights, "owned");
    const admin = { migrate: false };
    await expect(use("owned", "reader", listRows, admin)).rejects.toMatchObject({
      message: expect.stringMatching(/hides the requests.*; see docs\/backends\.md#users\.$/),
    });
    await cluster.run(policy, "owned");
    expect(await use("owned", "reader", listRows, admin)).toHaveLength(1);
    const erasing = use(
      "owned",
      "reader",
      ({ requirements }) => requirements.erase({ who: "a@b.co" }),
      admin,
    );
    await expect(erasing).rejects.toThrow("permission denied for table data_requirements");
  });

  test("is listed where it is read-only, as on a standby, and cannot be written", async () => {
    await cluster.run("alter database owned set default_transaction_read_only = on");
    expect(await use("owned", "owner", listRows, { migrate: false })).toHaveLength(1);
    await expect(use("owned", "owner", (store) => store.check())).rejects.toMatchObject({
      message: expect.stringContaining("read-only"),
      transient: true,
    });
  });
});

describe.skipIf(missing)("a database that cannot be used", () => {
  test.each(["LATIN1", "SQL_ASCII"])("in %s is refused at start", async (encoding) => {
    const name = encoding.toLowerCase();
    await cluster.run(`create database ${name} encoding '${encoding}' template template0`);
    await expect(use(name, "superuser", insert)).rejects.toMatchObject({
      message: expect.stringContaining(`its encoding is ${encoding}, not UTF8`),
      transient: false,
    });
  });

  test("before a server made its tables is one sentence for the admin command", async () => {
    await cluster.createDatabase("fresh");
    await expect(use("fresh", "superuser", listRows, { migrate: false })).rejects.toMatchObject({
      message: expect.stringMatching(/does not exist; see docs\/backends\.md#the-schema\.$/),
    });
  });
});
