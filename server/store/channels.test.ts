import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { openPostgres, startPostgres } from "../../test-support/postgres.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { openSqliteStore } from "./sqlite/store.ts";
import type { Channel, RequestStore } from "./store.ts";

const folder = mkdtempSync(join(tmpdir(), "site-channels-"));
const cluster = await startPostgres();
afterAll(async () => {
  rmSync(folder, { recursive: true });
  if (typeof cluster !== "string") await cluster.stop();
});

type Database = { name: string; open: (channels: Channel[]) => RequestStore };
const databases: Database[] = [
  {
    name: "SQLite",
    open: (channels) => openSqliteStore(join(folder, "requests.sqlite"), { channels }),
  },
];
if (typeof cluster === "string") process.stdout.write(`Not tried on PostgreSQL: ${cluster}.\n`);
else
  databases.push({
    name: "PostgreSQL",
    open: (channels) => openPostgres(cluster.url(), { channels }),
  });

describe.each(databases)("several servers on one $name", ({ open }) => {
  test("notify by all channels, in any order of starts and stops", async () => {
    const first = open(["webhook"]);
    const silent = open([]);
    expect(await silent.insert(MINIMAL_REQUIREMENT, null)).toMatchObject({ kind: "stored" });
    expect(await silent.outbox.backlog()).toMatchObject({ channels: [], unannounced: 1 });

    await first.check();
    const second = open(["email"]);
    await second.check();
    await silent.close();
    const again = open([]);
    await again.check();
    await again.close();
    await first.insert(MINIMAL_REQUIREMENT, null);
    const { channels, undelivered, unannounced } = await second.outbox.backlog();
    expect({ channels, undelivered, unannounced }).toEqual({
      channels: ["email", "webhook"],
      undelivered: 2,
      unannounced: 1,
    });

    await first.outbox.removeChannel("webhook");
    await first.insert(MINIMAL_REQUIREMENT, null);
    expect(await second.outbox.backlog()).toMatchObject({ channels: ["email"], undelivered: 2 });
    await first.close();
    await second.close();
  });
});
