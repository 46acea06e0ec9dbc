import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { expect, test } from "vitest";

import { listRows } from "../../test-support/rows.ts";
import { install } from "../../test-support/installation.ts";
import { openPostgres } from "../../test-support/postgres.ts";
import { findPostgres } from "../../test-support/programs.ts";
import { startTestPostgres } from "../../test-support/test-postgres.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { openSqliteStore } from "./sqlite/store.ts";

const { cluster, missing } = await startTestPostgres();

test.skipIf(missing)(
  "requests moved to PostgreSQL as docs/backends.md says keep keys, times and notifications",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "site-move-"));
    const installation = install({ built: false });
    const sqlite = openSqliteStore(join(folder, "requests.sqlite"), { channels: ["webhook"] });
    await sqlite.insert({ ...FULL_REQUIREMENT, timeline: 'a\\nb\n"c"\u0001' }, "one");
    const [delivery] = await sqlite.outbox.claim("webhook", 1);
    if (delivery) await sqlite.outbox.recordResult(delivery, { kind: "delivered" });
    await sqlite.insert(MINIMAL_REQUIREMENT, "two");
    await sqlite.requirements.markReplied({});
    await sqlite.insert(MINIMAL_REQUIREMENT, "held as spam", null);
    const before = await listRows(sqlite);
    await sqlite.close();
    const exported = await installation.run("admin/requests.ts", ["--format", "jsonl"], {
      DATA_DIR: folder,
    });
    writeFileSync(join(folder, "requests.jsonl"), exported.stdout);

    const postgres = openPostgres(cluster.url(), { channels: ["webhook"] });
    await postgres.check();
    const script = resolve("deploy/sqlite-to-postgresql.sql");
    const args = [cluster.url(), "-v", "ON_ERROR_STOP=1", "--single-transaction", "-f", script];
    execFileSync(join(findPostgres() ?? "", "psql"), args, { cwd: folder });

    const milliseconds = (rows: unknown) =>
      JSON.parse(JSON.stringify(rows).replaceAll(/(\.\d{3})000\+/g, "$1+")) as unknown;
    expect(milliseconds(await listRows(postgres))).toEqual(before);
    expect(await postgres.insert(MINIMAL_REQUIREMENT, "two")).toEqual({ kind: "duplicate" });
    expect(await postgres.outbox.claim("webhook", 10)).toMatchObject([
      { requirement: { idempotency_key: "two" } },
    ]);
    await postgres.close();
    installation.remove();
    rmSync(folder, { recursive: true });
  },
);
