import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { connect, createServer, type AddressInfo } from "node:net";

import { Client } from "pg";
import { afterEach, beforeEach, describe, expect, inject, onTestFinished, test, vi } from "vitest";

import { createDatabase, SELECT_BLOCKED, type TestDatabase } from "../../test-support/engines.ts";
import { freePort } from "../../test-support/services/programs.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { explainPostgresError, StoreUnavailable } from "./errors.ts";
import { PostgresDatabase } from "./postgres.ts";
import { RequestStore } from "./store.ts";

describe.skipIf(inject("postgresUrl") === null)("PostgreSQL", () => {
  let data: TestDatabase;
  beforeEach(async () => {
    data = await createDatabase("PostgreSQL");
  });
  afterEach(() => data.remove());

  async function openWith(sql: string): Promise<Client> {
    const client = new Client({ connectionString: data.location });
    await client.connect();
    await client.query(sql);
    return client;
  }

  async function failureOf(work: Promise<unknown>): Promise<StoreUnavailable> {
    const error = await work.then(() => null).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(StoreUnavailable);
    return error as StoreUnavailable;
  }

  test("times are ISO 8601 in UTC with microseconds, whatever the database's time zone", async () => {
    await data.open().check();
    const client = await openWith(`alter database ${new URL(data.location).pathname.slice(1)}
      set timezone = 'Asia/Kolkata'`);
    await client.query(
      "insert into data_requirements (created_at) values ('2026-11-26 12:00:00.123456+01')",
    );
    await client.end();
    expect(await data.rows()).toMatchObject([{ created_at: "2026-11-26T11:00:00.123456+00:00" }]);
  });

  test("requests, replies and notes have the database's time, even if the server's clock is wrong", async () => {
    const store = data.open();
    await store.check();
    const before = Date.now();
    vi.useFakeTimers({ toFake: ["Date"], now: 0 });
    onTestFinished(() => void vi.useRealTimers());
    const { id = "" } = (await store.insert(MINIMAL_REQUIREMENT, null, null)) ?? {};
    await store.markReplied(id, null);
    await store.setNote(id, { text: "Call", by: null }, null);
    const [row] = await store.find({ id });
    for (const time of [row?.created_at, row?.replied_at, row?.noted_at, await store.readTime()]) {
      expect(Date.parse(time ?? "")).toBeGreaterThanOrEqual(before);
    }
    expect(await store.count({ isOverdue: true })).toBe(0);
  });

  test("a URL whose scheme is in upper case stores in PostgreSQL", async () => {
    const store = new RequestStore(data.location.replace("postgres:", "POSTGRES:"));
    await store.insert(MINIMAL_REQUIREMENT, null, null);
    await store.close();
    expect(await data.rows()).toHaveLength(1);
  });

  test("while nothing listens, nothing has run, and the error names no password", async () => {
    const url = `postgres://ada:secret@127.0.0.1:${await freePort()}/x`;
    const store = new RequestStore(url);
    const error = await failureOf(store.insert(MINIMAL_REQUIREMENT, null, null));
    expect(error).toMatchObject({ mayHaveRun: false, preventsStart: false });
    expect(error.message).toMatch(
      /^The database postgres:\/\/ada@127.* cannot be used \(.*ECONNREFUSED/,
    );
    expect(error.message).not.toContain("secret");
    await store.close();
  });

  test("a database that does not exist prevents the start", async () => {
    const store = new RequestStore(
      Object.assign(new URL(data.location), { pathname: "none" }).href,
    );
    expect(await failureOf(store.check())).toMatchObject({ preventsStart: true });
    await store.close();
  });

  async function asSuperuser(sql: (name: string) => string): Promise<void> {
    const url = Object.assign(new URL(data.location), { username: "superuser" });
    const client = new Client({ connectionString: url.href });
    await client.connect();
    await client.query(sql(url.pathname.slice(1))).finally(() => client.end());
  }

  test("with five connections to the database, several of the desk's lists open together", async () => {
    const store = data.open();
    await store.check();
    await store.close();
    await asSuperuser((name) => `alter database ${name} connection limit 5`);
    onTestFinished(() => asSuperuser((name) => `alter database ${name} connection limit -1`));
    // Connections end a little later than the client that closes them.
    const connected = "select from pg_stat_activity where datname = current_database()";
    await expect.poll(async () => (await data.query(connected)).length).toBe(1);
    await Promise.all(Array.from({ length: 10 }, () => store.list({}, 1)));
  });

  test("while everything else waits for the database, a request is stored", async () => {
    const store = data.open();
    await store.check();
    const locking = await openWith("begin; lock table request_form_secret");
    const waiting = Array.from({ length: 10 }, () => store.insertForm(MINIMAL_REQUIREMENT, null));
    await expect
      .poll(async () => (await locking.query(SELECT_BLOCKED)).rowCount)
      .toBeGreaterThan(2);
    expect(await store.insert(MINIMAL_REQUIREMENT, null, null)).not.toBeNull();
    await locking.end();
    await Promise.all(waiting);
  });

  test("whatever the database reports at the login, it is unavailable, and does not prevent the start", async () => {
    const store = data.open();
    // PostgreSQL cannot load this library, and reports XX000, as a session pooler does at its limit.
    await asSuperuser(
      (name) =>
        `alter role postgres in database ${name} set session_preload_libraries = '/etc/hosts'`,
    );
    const error = await failureOf(store.check()).finally(() =>
      asSuperuser((name) => `alter role postgres in database ${name} reset all`),
    );
    expect(error).toMatchObject({ preventsStart: false, mayHaveRun: false });
    await store.check();
  });

  test("if a pooler accepts a connection, but no query, the request is certainly not stored", async () => {
    const { hostname, port } = new URL(data.location);
    const pooler = createServer((client) => {
      const upstream = connect(Number(port), hostname);
      client.pipe(upstream);
      upstream.on("data", (chunk: Buffer) => {
        client.write(chunk);
        if (isReady(chunk)) client.unpipe();
      });
      client.on("error", () => {}).on("close", () => upstream.destroy());
    });
    // The last message is ReadyForQuery: https://www.postgresql.org/docs/current/protocol-message-formats.html
    const isReady = (chunk: Buffer) => chunk.at(-6) === "Z".charCodeAt(0);
    pooler.listen(0, "127.0.0.1");
    await once(pooler, "listening");
    onTestFinished(() => void pooler.close());
    const { port: poolerPort } = pooler.address() as AddressInfo;
    const store = new RequestStore(data.location.replace(port, String(poolerPort)));
    const error = await failureOf(store.insert(MINIMAL_REQUIREMENT, null, null));
    expect(error).toMatchObject({ mayHaveRun: false, preventsStart: false });
    await store.close();
  });

  test("if the certificate's file is missing, the message names it, and does not prevent the start", async () => {
    const store = new RequestStore(`${data.location}?sslmode=verify-full&sslrootcert=/none/ca.crt`);
    const error = await failureOf(store.check());
    expect(error).toMatchObject({ preventsStart: false, mayHaveRun: false });
    expect(error.message).toMatch(/cannot be used \(.*\/none\/ca\.crt.*\): check the file/);
    await store.close();
  });

  test("if the connection breaks during an insert, the request may be stored", async () => {
    const store = data.open();
    await store.check();
    const locking = await openWith("begin; lock table data_requirements");
    const inserting = failureOf(store.insert(MINIMAL_REQUIREMENT, null, null));
    await expect.poll(async () => (await locking.query(SELECT_BLOCKED)).rowCount).toBe(1);
    await locking.query(`select pg_terminate_backend(pid) from (${SELECT_BLOCKED}) as blocked`);
    expect(await inserting).toMatchObject({ mayHaveRun: true });
    await locking.end();
    await expect(store.check()).rejects.toThrow(/could not be stored/);
    expect(await store.insert(MINIMAL_REQUIREMENT, null, null)).not.toBeNull();
    await store.check();
  });

  test.each([
    ["a full disk", "raise disk_full", /check its disk/],
    ["a replica", "raise read_only_sql_transaction", /cannot be used/],
    ["a deadlock that repeats", "raise deadlock_detected", /cannot be used/],
  ])("after %s, the request is certainly not stored", async (_what, raise, sentence) => {
    const store = data.open();
    await store.check();
    const other = await openWith(`
      create function fail() returns trigger language plpgsql as $$ begin ${raise}; end $$;
      create trigger fail after insert on data_requirements execute function fail()`);
    const error = await failureOf(store.insert(MINIMAL_REQUIREMENT, null, null));
    await other.query("drop function fail cascade");
    await other.end();
    expect(error).toMatchObject({ mayHaveRun: false });
    expect(error.message).toMatch(sentence);
  });

  test("if a system error breaks the connection, the request may be stored", () => {
    const broken = Object.assign(new Error("write EPIPE"), { code: "EPIPE" });
    expect(explainPostgresError(broken, "postgres://x", { isConnected: true })).toMatchObject({
      name: "StoreUnavailable",
      mayHaveRun: true,
    });
  });

  test("idle connections that the database ends do not end the server", async () => {
    const store = data.open();
    await store.check();
    const other = await openWith(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    await other.end();
    await expect.poll(() => store.check().then(() => "ok", String)).toBe("ok");
  });

  test("a request that another program inserts is announced", async () => {
    const store = data.open({ channels: ["mail"] });
    await store.check();
    const other = await openWith(
      "insert into data_requirements (email, spam_reason) values ('a@b.co', null), ('b@b.co', 'link')",
    );
    await other.end();
    const claim = await store.outbox.claimNext("mail");
    expect(await store.find({ id: claim?.id ?? "" })).toMatchObject([{ email: "a@b.co" }]);
    expect(await store.outbox.claimNext("mail")).toBeNull();
    expect(await store.outbox.findUncountedSpam("mail")).toHaveLength(1);
  });

  test("a transaction runs all statements or none", async () => {
    await data.open().check();
    const database = new PostgresDatabase(data.location, {
      user: "server",
    });
    const insert = { sql: "insert into data_requirements (id) values (?)", values: [randomUUID()] };
    await expect(database.transaction([insert, insert])).rejects.toThrow("duplicate key");
    expect(await database.query("select id from data_requirements")).toEqual([]);
    expect(await database.transaction([insert])).toBe(true);
    await database.close();
  });

  test("a change that PostgreSQL ends because of a deadlock is repeated", async () => {
    const store = data.open({ channels: ["mail"] });
    const row = await store.insert(MINIMAL_REQUIREMENT, null, null);
    // A real deadlock would depend on timing, because PostgreSQL looks for one only after a second.
    const other = await openWith(`
      create sequence updates;
      create function end_first_update() returns trigger language plpgsql as $$ begin
        if nextval('updates') = 1 then raise deadlock_detected; end if;
        return null;
      end $$;
      create trigger end_first_update after update on request_notifications
        execute function end_first_update()`);
    await store.outbox.recordDelivered("mail", [row?.id ?? ""]);
    await other.query("drop function end_first_update cascade; drop sequence updates");
    await other.end();
    expect(await store.outbox.countDelivered("mail")).toBe(1);
  });
});
