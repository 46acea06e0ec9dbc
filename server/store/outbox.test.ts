import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { createOutbox } from "./outbox.ts";
import type { SqlValue } from "./sql.ts";
import { SqliteDatabase } from "./sqlite/database.ts";
import { openSqliteStore } from "./sqlite/store.ts";

test("claiming a notification reads and sorts no more than it takes", async () => {
  const folder = mkdtempSync(join(tmpdir(), "site-claim-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "requests.sqlite");
  const store = openSqliteStore(file, { channels: ["webhook"] });
  await store.insert(MINIMAL_REQUIREMENT, null);
  await store.close();
  const database = new SqliteDatabase(file);
  const plans: string[] = [];
  const outbox = createOutbox({
    dialect: database.dialect,
    async query<Row extends object>(sql: string, values: readonly SqlValue[] = []) {
      const plan = await database.query<{ detail: string }>(`explain query plan ${sql}`, values);
      plans.push(...plan.map(({ detail }) => detail));
      return database.query<Row>(sql, values);
    },
    purge: () => database.purge(),
  });
  expect(await outbox.claim("webhook", 10)).toHaveLength(1);
  database.close();
  expect(plans).toContain(
    "SEARCH outbox USING INDEX outbox_pending (channel=? AND next_attempt_at<?)",
  );
  expect(plans.filter((step) => /^SCAN|TEMP B-TREE/.test(step))).toEqual([]);
});
