import type { TestProject } from "vitest/node";

import { findPostgresProblem, startPostgres } from "./postgres.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** The port of a PostgreSQL that all suites share, or null where there is none. */
    postgresPort: number | null;
  }
}

/** Vitest's global setup: one PostgreSQL, in which each suite has databases of its own. */
export async function setup(project: TestProject): Promise<(() => Promise<void>) | void> {
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
  project.provide("postgresPort", cluster.port);
  return () => cluster.stop();
}
