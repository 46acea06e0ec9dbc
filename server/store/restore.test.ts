import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

import { UNTIMED } from "../../domain/wire/form-use.ts";
import { openDatabase, withoutPostgres } from "../../test-support/databases.ts";
import { findPostgres } from "../../test-support/programs.ts";
import { listRows } from "../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

test.skipIf(withoutPostgres)(
  "a dumped database keeps its rows when it is restored, and hides them from anon",
  async () => {
    const original = await openDatabase("PostgreSQL");
    const store = original.open({ channels: ["webhook"] });
    await store.insert(MINIMAL_REQUIREMENT, "one", UNTIMED);
    await store.requests.markReplied({}, "command");
    await store.insert(MINIMAL_REQUIREMENT, "two", UNTIMED);
    const before = await listRows(store);
    expect(before).toHaveLength(2);

    // As docs/operations.md says.
    const run = (name: string, args: string[], input = Buffer.alloc(0)) =>
      execFileSync(join(findPostgres() ?? "", name), args, { input, maxBuffer: 1e9 });
    const dump = run("pg_dump", ["--format=custom", `--dbname=${original.location}`]);
    const restored = await openDatabase("PostgreSQL");
    run("pg_restore", ["--exit-on-error", `--dbname=${restored.location}`], dump);

    const copy = restored.open();
    expect(await listRows(copy)).toEqual(before);
    expect(await copy.insert(MINIMAL_REQUIREMENT, "two", UNTIMED)).toBeNull();
    expect(await copy.insert(MINIMAL_REQUIREMENT, "three", UNTIMED)).not.toBeNull();
    expect(await copy.outbox.backlog()).toMatchObject({ channels: [{ undelivered: 3 }] });
    const asAnon = "begin; set local role anon; select * from public.data_requirements";
    expect(await restored.run(asAnon)).toEqual([]);
    await restored.close();
    await original.close();
  },
);
