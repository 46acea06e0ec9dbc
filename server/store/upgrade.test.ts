import { DatabaseSync } from "node:sqlite";

import { Client } from "pg";
import { expect, test } from "vitest";

import { UNTIMED } from "../../domain/wire/form-use.ts";
import { DATABASES, openDatabase, type TestDatabase } from "../../test-support/databases.ts";
import { listRows } from "../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import * as postgres from "./postgres/migrations.ts";
import * as sqlite from "./sqlite/migrations.ts";

test.each(DATABASES)(
  "a database of 1.0.0 on %s keeps its requests, and takes notes",
  async (kind) => {
    const database = await openDatabase(kind);
    await (kind === "SQLite" ? createSqlite(database) : createPostgres(database));
    await database.run(`
    insert into public.data_requirements
      (id, created_at, full_name, email, phone, company, reply_due, replied_at, idempotency_key)
    values ('019abc00-0000-7000-8000-000000000001', '2026-11-25T20:00:00.000+00:00', 'Ada',
      'ada@example.org', '1', 'Engines', '2026-11-26T20:00:00.000+00:00',
      '2026-11-25T21:00:00.000+00:00', 'key')`);
    // The command of the new version, before the new server has started.
    const early = database.open({ user: "admin" });
    await expect(listRows(early)).rejects.toMatchObject({ name: "StoreUnavailable" });

    const store = database.open({ channels: ["webhook"] });
    await store.check();
    expect(await listRows(store)).toMatchObject([
      { company: "Engines", idempotency_key: "key", note: null, noted_at: null },
    ]);
    expect(await store.insert(MINIMAL_REQUIREMENT, "key", UNTIMED)).toBeNull();
    await store.insert(MINIMAL_REQUIREMENT, null, UNTIMED);
    expect(await store.requests.setNote({}, "I'm on it")).toBe(2);
    expect(await listRows(database.open({ user: "admin" }))).toMatchObject([
      { note: "I'm on it", deliveries: [{ channel: "webhook" }] },
      { note: "I'm on it", replied_at: expect.any(String), deliveries: [] },
    ]);
    await database.close();
  },
);

async function createSqlite({ location }: TestDatabase): Promise<void> {
  const file = new DatabaseSync(location);
  sqlite.migrate(file, location, sqlite.SQLITE_MIGRATIONS.slice(0, 1));
  file.close();
}

async function createPostgres({ location }: TestDatabase): Promise<void> {
  const client = new Client({ connectionString: location });
  await client.connect();
  const ofTheFirst = postgres.POSTGRES_MIGRATIONS.slice(0, 1);
  await postgres.migrate(client, { location, channels: [] }, ofTheFirst);
  await client.end();
}
