import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { PostgresCluster } from "./postgres.ts";
import { freePort, installed, startProgram, stopProgram, unprivileged } from "./programs.ts";

export type Pgbouncer = { url: (database: string) => string; stop: () => Promise<void> };

/** A pooler in front of a cluster, with its own settings; undefined where it is not installed. */
export async function startPgbouncer(
  cluster: PostgresCluster,
  settings: string[],
): Promise<Pgbouncer | undefined> {
  const program = installed("pgbouncer");
  if (program === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "site-pgbouncer-"));
  const port = await freePort();
  const ini = join(folder, "pgbouncer.ini");
  writeFileSync(join(folder, "users"), '"superuser" ""\n');
  writeFileSync(
    ini,
    [
      "[databases]",
      `* = host=127.0.0.1 port=${cluster.port}`,
      "[pgbouncer]",
      "listen_addr = 127.0.0.1",
      `listen_port = ${port}`,
      "unix_socket_dir =",
      "auth_type = trust",
      `auth_file = ${join(folder, "users")}`,
      ...settings,
    ].join("\n"),
  );
  const account = unprivileged();
  if (account) {
    for (const path of [folder, ini, join(folder, "users")]) {
      chownSync(path, account.uid, account.gid);
    }
  }
  const child = await startProgram(program, [ini], { account, ready: /process up/ });
  return {
    url: (database) => `postgres://superuser@127.0.0.1:${port}/${database}`,
    async stop() {
      await stopProgram(child, "SIGTERM");
      rmSync(folder, { recursive: true });
    },
  };
}
