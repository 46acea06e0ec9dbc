import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { expect, test } from "vitest";

import { UNTIMED } from "../../domain/wire/form-use.ts";
import { openDatabase, withoutPostgres } from "../../test-support/databases.ts";
import { findPostgres } from "../../test-support/programs.ts";
import { listRows } from "../../test-support/rows.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

test.skipIf(withoutPostgres)(
  "requests moved to PostgreSQL as docs/backends.md says keep keys, times, notifications and links",
  async () => {
    const file = await openDatabase("SQLite");
    const sqlite = file.open({ channels: ["webhook"] });
    await sqlite.insert({ ...FULL_REQUIREMENT, timeline: 'a\\nb\n"c"\u0001' }, "one", UNTIMED);
    const [delivery] = await sqlite.outbox.claim("webhook", 1);
    if (delivery) await sqlite.outbox.recordResult(delivery, { kind: "delivered" });
    await sqlite.insert(MINIMAL_REQUIREMENT, "two", UNTIMED);
    await sqlite.requests.markReplied({}, "link");
    await sqlite.insert(MINIMAL_REQUIREMENT, "held", null);
    const before = await listRows(sqlite);
    const folder = dirname(file.location);
    const exported = join(folder, "requests.jsonl");
    const run = (...args: string[]) =>
      execFileSync(process.execPath, ["server/admin/main.ts", ...args], { env: file.env });
    run("list", "--format", "jsonl", "--output", exported);
    writeFileSync(join(folder, "secret.txt"), run("secret"));
    const lines = readFileSync(exported, "utf8");
    // A field that somebody added to the requirement.
    writeFileSync(exported, lines.replaceAll(/^\{/gm, '{"grippers":"two",'));

    const database = await openDatabase("PostgreSQL");
    const postgres = database.open({ channels: ["webhook"] });
    await postgres.check();
    await database.run("alter table public.data_requirements add column grippers text");
    const script = resolve("deploy/sqlite-to-postgresql.sql");
    const args = [database.location, "-v", "ON_ERROR_STOP=1", "--single-transaction", "-f", script];
    execFileSync(join(findPostgres() ?? "", "psql"), args, { cwd: folder });

    expect(await postgres.readSecret()).toBe(await sqlite.readSecret());
    expect(withTimes(await listRows(postgres))).toEqual(withTimes(before));
    expect(await postgres.insert(MINIMAL_REQUIREMENT, "two", UNTIMED)).toBeNull();
    expect(await postgres.outbox.claim("webhook", 10)).toMatchObject([
      { announcement: { request: { idempotency_key: "two" } } },
    ]);
    const moved = await database.run("select distinct grippers from public.data_requirements");
    expect(moved).toEqual([{ grippers: "two" }]);
    await database.close();
    await file.close();
  },
);

/** As text they may differ: PostgreSQL leaves out zeros at the end. */
function withTimes(rows: unknown): unknown {
  return JSON.parse(JSON.stringify(rows), (_name, value: unknown) =>
    typeof value === "string" && TIME.test(value) ? new Date(value) : value,
  );
}

const TIME = /^\d{4}-\d\d-\d\dT/;
