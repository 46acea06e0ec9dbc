import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { UNTIMED } from "../../../domain/wire/form-use.ts";
import { withoutPostgres } from "../../../test-support/databases.ts";
import {
  openPostgres,
  startPostgres,
  type PostgresCluster,
} from "../../../test-support/postgres.ts";
import { listRows } from "../../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import type { RequestStore } from "../store.ts";
import type { PostgresOptions } from "./database.ts";

// With a cluster of its own: roles belong to all databases of one.
describe.skipIf(withoutPostgres)("on PostgreSQL", () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  /** Works on a database as one of its roles. */
  async function use<Result>(
    database: string,
    role: string,
    work: (store: RequestStore) => Promise<Result>,
    options: PostgresOptions = {},
  ): Promise<Result> {
    const store = openPostgres(cluster.url(database, encodeURIComponent(role)), options);
    try {
      return await work(store);
    } finally {
      await store.close();
    }
  }
  const insert = (store: RequestStore) => store.insert(MINIMAL_REQUIREMENT, null, UNTIMED);
  const admin = { user: "admin" } as const;

  test.each([
    ["the database's owner, who may create no role", "plain", "plain"],
    ["a user of another owner's database", "Guest-1", "superuser"],
  ])("%s can start after docs/backends.md#rights was run", async (_, role, owner) => {
    const database = `for_${role.toLowerCase().replace("-", "_")}`;
    await cluster.run(`create role "${role}" login`);
    await cluster.createDatabase(database, owner);
    await expect(use(database, role, insert)).rejects.toMatchObject({
      message: expect.stringMatching(/permission denied.*; see docs\/backends\.md#rights\.$/),
      transient: false,
    });
    await cluster.run("drop role if exists anon");
    const document = readFileSync("docs/backends.md", "utf8");
    const statements = /^### Rights$[^]*?^```sql\n([^]*?)^```/m.exec(document)?.[1] ?? "";
    const ours = statements.replaceAll("USER", role).replaceAll("DATABASE", database);
    await cluster.run(ours, database);
    expect(await use(database, role, insert)).toMatchObject(MINIMAL_REQUIREMENT);
    expect(await use(database, role, listRows)).toHaveLength(1);
    await cluster.run(`drop database ${database}`);
    await cluster.run("drop role anon");
  });

  describe("a database with an owner", () => {
    beforeAll(async () => {
      await cluster.run("create role owner login createrole; create role successor login");
      await cluster.createDatabase("owned", "owner");
      await use("owned", "owner", insert);
    });

    test("accepts a second user, so that a password can be rotated", async () => {
      await cluster.run("grant owner to successor");
      await use("owned", "successor", async (store) => {
        expect(await insert(store)).toMatchObject(MINIMAL_REQUIREMENT);
        expect(await store.requests.erase({})).toBe(2);
        expect(await insert(store)).toMatchObject(MINIMAL_REQUIREMENT);
      });
    });

    test("is listed by the read-only user of deploy/reader.sql, who erases nothing", async () => {
      const [rights = "", policy = ""] = readFileSync("deploy/reader.sql", "utf8").split(
        /(?=^create policy )/m,
      );
      await cluster.run(rights, "owned");
      await expect(use("owned", "reader", listRows, admin)).rejects.toMatchObject({
        message: expect.stringMatching(/hides the requests.*; see docs\/backends\.md#users\.$/),
      });
      await cluster.run(policy, "owned");
      expect(await use("owned", "reader", listRows, admin)).toHaveLength(1);
      const erasing = use("owned", "reader", ({ requests }) => requests.erase({}), admin);
      await expect(erasing).rejects.toThrow("permission denied for table data_requirements");
    });

    test("is listed where it is read-only, as on a standby, and cannot be written", async () => {
      await cluster.run("alter database owned set default_transaction_read_only = on");
      expect(await use("owned", "owner", listRows, admin)).toHaveLength(1);
      await expect(use("owned", "owner", (store) => store.check())).rejects.toMatchObject({
        message: expect.stringContaining("read-only"),
        transient: true,
      });
    });
  });

  test.each(["LATIN1", "SQL_ASCII"])("a database in %s is rejected at start", async (encoding) => {
    const name = encoding.toLowerCase();
    await cluster.run(`create database ${name} encoding '${encoding}' template template0`);
    await expect(use(name, "superuser", insert)).rejects.toMatchObject({
      message: expect.stringContaining(`its encoding is ${encoding}, not UTF8`),
      transient: false,
    });
  });

  test("a database without our tables is one sentence for the admin command", async () => {
    await cluster.createDatabase("fresh");
    await expect(use("fresh", "superuser", listRows, admin)).rejects.toMatchObject({
      message: expect.stringMatching(/does not exist; see docs\/backends\.md#the-schema\.$/),
    });
  });
});
