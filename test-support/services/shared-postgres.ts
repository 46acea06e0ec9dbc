/** Vitest's global setup: starts one PostgreSQL for all test files. */
import type { TestProject } from "vitest/node";

import { findPostgresProblem, startPostgres } from "./postgres.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** URL for a user that may create databases. Null if PostgreSQL cannot run here. */
    postgresUrl: string | null;
  }
}

export async function setup({ provide }: TestProject): Promise<(() => Promise<void>) | undefined> {
  const problem = findPostgresProblem();
  if (problem !== null) {
    process.stderr.write(`Tested on SQLite alone: ${problem}\n`);
    provide("postgresUrl", null);
    return undefined;
  }
  const cluster = await startPostgres();
  provide("postgresUrl", cluster.ownerUrl);
  return () => cluster.stop();
}
