import { afterAll } from "vitest";

import { startPostgres, type PostgresCluster } from "./postgres.ts";

/**
 * A cluster for the tests of one file, stopped after them. Where `missing` says why there is none,
 * the tests that need it are to be skipped, and must not touch `cluster`.
 */
export async function startTestPostgres(): Promise<{
  cluster: PostgresCluster;
  missing: string | null;
}> {
  const started = await startPostgres();
  if (typeof started !== "string") {
    afterAll(() => started.stop());
    return { cluster: started, missing: null };
  }
  process.stdout.write(`Skipped on PostgreSQL: ${started}.\n`);
  return { cluster: undefined as never, missing: started };
}
