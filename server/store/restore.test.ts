import { execFileSync } from "node:child_process";
import { join } from "node:path";

import { expect, test } from "vitest";

import { UNTIMED } from "../../domain/spam.ts";
import { openDatabase, withoutPostgres } from "../../test-support/databases.ts";
import { findPostgres } from "../../test-support/programs.ts";
import { listRows } from "../../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import { POSTGRES_MIGRATIONS } from "./postgres/migrations.ts";

/** An address that the first release stored. */
const REFUSED_TODAY = "ada@example.org,";

const [RELEASED] = POSTGRES_MIGRATIONS;

/** What the first release's migrations, and a request that it stored, left behind. */
const FIRST_RELEASE = `
  ${RELEASED?.sql};
  create table private.applied_migrations (
    name text primary key,
    applied_at timestamptz not null default now()
  );
  insert into private.applied_migrations values ('${RELEASED?.name}');
  insert into data_requirements (full_name, email, phone, company)
    values ('Ada', '${REFUSED_TODAY}', '1', 'Engines')`;

test.skipIf(withoutPostgres)(
  "a database of the first release, dumped and restored, keeps its rows, and hides them from anon",
  async () => {
    const released = await openDatabase("PostgreSQL");
    await released.run(FIRST_RELEASE);
    const store = released.open({ channels: ["webhook"] });
    await store.insert(MINIMAL_REQUIREMENT, "two", UNTIMED);
    expect(await store.requirements.markReplied({ who: REFUSED_TODAY })).toBe(1);
    const before = await listRows(store);
    expect(before).toHaveLength(2);

    // As docs/operations.md says.
    const run = (name: string, args: string[], input = Buffer.alloc(0)) =>
      execFileSync(join(findPostgres() ?? "", name), args, { input, maxBuffer: 1e9 });
    const dump = run("pg_dump", ["--format=custom", `--dbname=${released.location}`]);
    const restored = await openDatabase("PostgreSQL");
    run("pg_restore", ["--exit-on-error", `--dbname=${restored.location}`], dump);

    const copy = restored.open();
    expect(await listRows(copy)).toEqual(before);
    expect(await copy.insert(MINIMAL_REQUIREMENT, "two", UNTIMED)).toEqual({ kind: "duplicate" });
    expect(await copy.insert(MINIMAL_REQUIREMENT, "three", UNTIMED)).toMatchObject({
      kind: "stored",
    });
    expect(await copy.outbox.backlog()).toMatchObject({ undelivered: 2 });
    const asAnon = "begin; set local role anon; select * from public.data_requirements";
    expect(await restored.run(asAnon)).toEqual([]);
    await restored.close();
    await released.close();
  },
);
