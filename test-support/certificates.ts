import { execFileSync } from "node:child_process";
import { chownSync, cpSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { PostgresCluster } from "./postgres.ts";
import { unprivileged } from "./programs.ts";

/** A private certificate authority, as companies and RDS have; clients are given `file`. */
export type Authority = { folder: string; file: string };

export function createAuthority(): Authority {
  const folder = mkdtempSync(join(tmpdir(), "site-authority-"));
  openssl(
    folder,
    "req -x509 -newkey rsa:2048 -nodes -days 1 -subj /CN=Test -keyout ca.key -out ca.crt",
  );
  return { folder, file: join(folder, "ca.crt") };
}

/** Enables TLS on a stopped PostgreSQL, with a certificate for the name. */
export function enableTls(cluster: PostgresCluster, authority: Authority, name: string): void {
  const { folder } = authority;
  writeFileSync(join(folder, "san"), `subjectAltName=DNS:${name}`);
  openssl(
    folder,
    "req -newkey rsa:2048 -nodes -subj /CN=Server -keyout server.key -out server.csr",
  );
  openssl(
    folder,
    "x509 -req -in server.csr -CA ca.crt -CAkey ca.key -CAcreateserial -days 1 -extfile san -out server.crt",
  );
  const account = unprivileged();
  for (const file of ["server.key", "server.crt"]) {
    const copy = join(cluster.data, file);
    cpSync(join(folder, file), copy);
    if (account) chownSync(copy, account.uid, account.gid);
  }
  writeFileSync(join(cluster.data, "postgresql.auto.conf"), "ssl = on\n");
}

function openssl(cwd: string, args: string): void {
  execFileSync("openssl", args.split(" "), { cwd, stdio: "pipe" });
}
