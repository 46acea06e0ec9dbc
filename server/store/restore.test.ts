import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

import { listRows } from "../../test-support/backends.ts";
import { openPostgres } from "../../test-support/postgres.ts";
import { findPostgres } from "../../test-support/programs.ts";
import { startTestPostgres } from "../../test-support/test-postgres.ts";
import { FULL_REQUIREMENT, MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

const { cluster, missing } = await startTestPostgres();

test.skipIf(missing)(
  "a dump restored as docs/operations.md says is a working store, and hides its rows from anon",
  async () => {
    const run = (name: string, args: string[], input = Buffer.alloc(0)) =>
      execFileSync(join(findPostgres() ?? "", name), args, { input, maxBuffer: 1e9 });
    const store = openPostgres(cluster.url(), { channels: ["webhook"] });
    await store.insert(FULL_REQUIREMENT, "one");
    await store.insert(MINIMAL_REQUIREMENT, "two");
    const before = await listRows(store);
    await store.close();

    const dump = run("pg_dump", ["--format=custom", `--dbname=${cluster.url()}`]);
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
