import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

import { listRows } from "../../test-support/rows.ts";
import { openPostgres } from "../../test-support/postgres.ts";
import { findPostgres } from "../../test-support/programs.ts";
import { startTestPostgres } from "../../test-support/test-postgres.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { POSTGRES_MIGRATIONS } from "./postgres/migrations.ts";

const { cluster, missing } = await startTestPostgres();

/** An address that the first release stored. */
const REFUSED_TODAY = "ada@example.org,";

/** What the first release's migrations, and a request that it stored, left behind. */
async function createReleasedDatabase(name: string): Promise<void> {
  await cluster.createDatabase(name);
  const [released, ...later] = POSTGRES_MIGRATIONS;
  expect(later).not.toEqual([]);
  await cluster.run(
    `${released?.sql};
    create table private.applied_migrations (
      name text primary key,
      applied_at timestamptz not null default now()
    );
    insert into private.applied_migrations values ('${released?.name}');
    insert into data_requirements (full_name, email, phone, company)
      values ('Ada', '${REFUSED_TODAY}', '1', 'Engines')`,
    name,
  );
}

test.skipIf(missing)(
  "a released database opens with its rows, and a dump of it, restored as docs/operations.md says, is a store whose rows are hidden from anon",
  async () => {
    const run = (name: string, args: string[], input = Buffer.alloc(0)) =>
      execFileSync(join(findPostgres() ?? "", name), args, { input, maxBuffer: 1e9 });
    await createReleasedDatabase("released");
    const store = openPostgres(cluster.url("released"), { channels: ["webhook"] });
    await store.insert(FULL_REQUIREMENT, "one");
    await store.insert(MINIMAL_REQUIREMENT, "two");
    expect(await store.requirements.markReplied({ who: REFUSED_TODAY })).toBe(1);
    const before = await listRows(store);
    expect(before).toHaveLength(3);
    await store.close();

    const dump = run("pg_dump", ["--format=custom", `--dbname=${cluster.url("released")}`]);
    await cluster.createDatabase("restored");
    run("pg_restore", ["--exit-on-error", `--dbname=${cluster.url("restored")}`], dump);

    const restored = openPostgres(cluster.url("restored"));
    expect(await listRows(restored)).toEqual(before);
    expect(await restored.insert(MINIMAL_REQUIREMENT, "two")).toEqual({ kind: "duplicate" });
    expect(await restored.insert(MINIMAL_REQUIREMENT, "three")).toMatchObject({ kind: "stored" });
    expect(await restored.outbox.backlog()).toMatchObject({ undelivered: 3 });
    await restored.close();
    const seen = await cluster.run(
      "begin; set local role anon; select * from public.data_requirements",
      "restored",
    );
    expect(seen).toEqual([]);
  },
);
