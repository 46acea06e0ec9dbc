import { afterAll, describe, expect, test } from "vitest";

import { listRows } from "../../../test-support/backends.ts";
import { install } from "../../../test-support/installation.ts";
import { openPostgres } from "../../../test-support/postgres.ts";
import { startTestPostgres } from "../../../test-support/test-postgres.ts";
import { MINIMAL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import type { RequestStore } from "../store.ts";

const { cluster, missing } = await startTestPostgres();
const installation = install();
afterAll(() => installation.remove());

async function use<Result>(
  store: RequestStore,
  work: (store: RequestStore) => Promise<Result>,
): Promise<Result> {
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

/** The statements that the store's error tells the operator to run. */
async function readAdvice(store: RequestStore): Promise<string> {
  const error = await use(store, (opened) => opened.check().catch((cause: unknown) => cause));
  expect(error).toMatchObject({ name: "StoreUnavailable", transient: false });
  const [, statements = ""] = /, run: (.*)\.$/.exec(String(error)) ?? [];
  return statements;
}

describe.skipIf(missing)("a user who lacks a right", () => {
  test.each([
    [
      "the database's owner, who may create no role",
      "create role plain login",
      { role: "plain", owner: "plain" },
      "create role anon nologin noinherit; grant anon to plain",
    ],
    [
      "a second owner, of another database",
      "create role second login",
      { role: "second", owner: "second" },
      "grant anon to second",
    ],
    [
      "a user of another owner's database",
      `create role "Guest-1" login`,
      { role: "Guest-1", owner: "superuser" },
      `grant create on database %d to "Guest-1"; grant create on schema public to "Guest-1"; grant anon to "Guest-1"`,
    ],
  ])(
    "%s can start after the statements in the message were run",
    async (_, setup, { role, owner }, advice) => {
      const database = `for_${role.toLowerCase().replace("-", "_")}`;
      await cluster.run(setup);
      await cluster.createDatabase(database, owner);
      const url = cluster.url(database, encodeURIComponent(role));
      const statements = await readAdvice(openPostgres(url));
      expect(statements).toBe(advice.replace("%d", database));
      await cluster.run(statements, database);
      await use(openPostgres(url), async (store) => {
        expect(await store.insert(MINIMAL_REQUIREMENT, null)).toMatchObject({ kind: "stored" });
        expect(await listRows(store)).toHaveLength(1);
      });
    },
  );
});

describe.skipIf(missing)("a database with an owner", () => {
  const url = (role: string) => cluster.url("owned", role);
  const admin = (args: string[], role: string) =>
    installation.run("admin/requests.ts", args, { DATABASE_URL: url(role) });

  test("accepts a second user, so that a password can be rotated", async () => {
    await cluster.run("create role owner login; grant anon to owner; create role successor login");
    await cluster.createDatabase("owned", "owner");
    await use(openPostgres(url("owner")), (store) => store.insert(MINIMAL_REQUIREMENT, null));
    await cluster.run("grant owner to successor");
    await use(openPostgres(url("successor"), { channels: ["email"] }), async (store) => {
      expect(await store.insert(MINIMAL_REQUIREMENT, null)).toMatchObject({ kind: "stored" });
      expect(await listRows(store)).toHaveLength(2);
      expect(await store.requirements.erase({ who: MINIMAL_REQUIREMENT.email })).toBe(2);
      await store.insert(MINIMAL_REQUIREMENT, null);
    });
  });

  test("is listed by a read-only user, once row security does not hide its rows", async () => {
    await cluster.run(
      `create role reader login; grant usage on schema private to reader;
      grant select on public.data_requirements, private.outbox, private.outbox_channels to reader`,
      "owned",
    );
    const hidden = await admin(["--format", "jsonl"], "reader");
    expect(hidden).toMatchObject({ code: 1, stdout: "" });
    const [, statement = ""] = /run: (.*)\.\n$/.exec(hidden.stderr) ?? [];
    await cluster.run(statement, "owned");
    const listed = await admin(["--format", "jsonl"], "reader");
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("ada@example.org") });
    expect(await admin([], "reader")).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("New requests are announced by email."),
    });
    const erased = await admin(["--erase", MINIMAL_REQUIREMENT.email, "--yes"], "reader");
    expect(erased).toMatchObject({ code: 1, stderr: expect.stringMatching(/lacks a right.*\n$/) });
  });

  test("is listed where it is read-only, as on a standby", async () => {
    await cluster.run("alter database owned set default_transaction_read_only = on");
    const listed = await admin(["--format", "jsonl"], "owner");
    expect(listed).toMatchObject({ code: 0, stdout: expect.stringContaining("ada@example.org") });
    const erased = await admin(["--erase", MINIMAL_REQUIREMENT.email, "--yes"], "owner");
    expect(erased).toMatchObject({ code: 1, stderr: expect.stringMatching(/read-only now\.\n$/) });
    await expect(use(openPostgres(url("owner")), (store) => store.check())).rejects.toMatchObject({
      message: expect.stringContaining("it is read-only now"),
      transient: true,
    });
  });
});

describe.skipIf(missing)("a database that cannot be used", () => {
  test.each(["LATIN1", "SQL_ASCII"])("in %s is rejected at start", async (encoding) => {
    const name = encoding.toLowerCase();
    await cluster.run(`create database ${name} encoding '${encoding}' template template0`);
    const ended = await installation.run("main.ts", [], { DATABASE_URL: cluster.url(name) });
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(new RegExp(`^PostgreSQL, .*encoding is ${encoding}, .*\\n$`));
  });

  test("is one sentence for the admin command before a server made its tables", async () => {
    await cluster.createDatabase("fresh");
    const env = { DATABASE_URL: cluster.url("fresh") };
    const ended = await installation.run("admin/requests.ts", [], env);
    expect(ended).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^.*does not exist.*\n$/),
    });
  });

  test("when a table is dropped: 503 while the server runs, one sentence when it starts", async () => {
    await cluster.createDatabase("dropped");
    const env = { DATABASE_URL: cluster.url("dropped"), PORT: "0" };
    const server = await installation.start(env);
    await cluster.run("drop table private.outbox", "dropped");
    const posted = await fetch(`${server.url}/rest/v1/data_requirements`, {
      method: "POST",
      body: JSON.stringify(MINIMAL_REQUIREMENT),
      headers: { "content-type": "application/json" },
    });
    expect(posted.status).toBe(503);
    expect((await fetch(`${server.url}/health`)).status).toBe(503);
    expect((await fetch(server.url)).status).toBe(200);
    await server.stop();
    expect(server.child.exitCode).toBe(0);
    const ended = await installation.run("main.ts", [], env);
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toMatch(/^PostgreSQL, .*private\.outbox.*does not exist; .*\n$/);
  });
});
