import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { TestProject } from "vitest/node";

import { openSqliteStore } from "../server/store/sqlite/store.ts";
import type { RequestStore } from "../server/store/store.ts";
import { findPostgresProblem, openPostgres, startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The port of a PostgreSQL that all suites share, or null where there is none. */
    postgresPort: number | null;
  }
}

/**
 * Vitest's global setup: one PostgreSQL, in which each suite has databases of its own. Fails with one
 * sentence where a field has no column, which would fail most tests.
 */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
  const folder = mkdtempSync(join(tmpdir(), "site-schema-"));
  await assertSchema(openSqliteStore(join(folder, "requests.sqlite")));
  rmSync(folder, { recursive: true });
  const problem = findPostgresProblem();
  if (problem !== null) {
    process.stdout.write(`Tests that need PostgreSQL are skipped: ${problem}.\n`);
    return project.provide("postgresPort", null);
  }
  const cluster = await startPostgres();
  // All databases share these roles: two migrations at once would both try to create them.
  await cluster.run(`
    create role anon nologin noinherit;
    create role authenticated nologin;
    create role supabase login createrole;
    grant anon, authenticated to supabase`);
  await cluster.createDatabase("schema");
  await assertSchema(openPostgres(cluster.url("schema"))).catch(async (error: unknown) => {
    await cluster.stop();
    throw error;
  });
  project.provide("postgresPort", cluster.port);
  return () => cluster.stop();
}

async function assertSchema(store: RequestStore): Promise<void> {
  await store.checkTable().finally(() => store.close());
}
