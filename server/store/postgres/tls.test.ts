import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createCertificate } from "../../../test-support/certificates.ts";
import { withoutPostgres } from "../../../test-support/databases.ts";
import {
  openPostgres,
  startPostgres,
  type PostgresCluster,
} from "../../../test-support/postgres.ts";
import { unprivileged } from "../../../test-support/programs.ts";

// Not a loopback address by name, although Linux routes it to this machine.
const ELSEWHERE = "0.0.0.0";

// With a cluster of its own, whose settings change.
describe.skipIf(withoutPostgres)("a PostgreSQL", () => {
  let cluster: PostgresCluster;
  beforeAll(async () => {
    cluster = await startPostgres();
  });
  afterAll(() => cluster.stop());

  /** Whether a connection has TLS, or the message of its failure. */
  async function connect(host: string, query: string, user = "superuser"): Promise<string> {
    const url = `postgres://${user}@${host}:${cluster.port}/postgres?application_name=tls&${query}`;
    const store = openPostgres(url);
    try {
      await store.check();
      const [row] = await cluster.run(
        "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'tls'",
      );
      return row?.["ssl"] === true ? "TLS" : "plaintext";
    } catch (error) {
      expect(error).toMatchObject({ name: "StoreUnavailable", transient: false });
      return (error as Error).message.replace(/^PostgreSQL.*?:\d+: /, "");
    } finally {
      await store.close();
    }
  }

  test("without TLS is used on this machine, and elsewhere only if the URL allows it", async () => {
    expect(await connect("127.0.0.1", "")).toBe("plaintext");
    expect(await connect(ELSEWHERE, "")).toBe(
      "The server does not support SSL connections; " +
        "to connect without TLS, add sslmode=disable to DATABASE_URL.",
    );
    expect(await connect(ELSEWHERE, "sslmode=disable")).toBe("plaintext");
  });

  test("with TLS is used by TLS elsewhere, and each failure names its remedy", async () => {
    const { certificate, key } = createCertificate(cluster.data);
    const account = unprivileged();
    if (account) for (const file of [certificate, key]) chownSync(file, account.uid, account.gid);
    writeFileSync(join(cluster.data, "postgresql.auto.conf"), "ssl = on\n");
    writeFileSync(
      join(cluster.data, "pg_hba.conf"),
      "host all superuser 0.0.0.0/0 trust\n" +
        "hostssl all strict 0.0.0.0/0 trust\n" +
        "host all guarded 0.0.0.0/0 scram-sha-256\n",
    );
    await cluster.run("create role strict login; create role guarded login password 'right'");
    await cluster.halt();
    await cluster.start();

    const verified = `sslmode=verify-full&sslrootcert=${certificate}`;
    expect(await connect(ELSEWHERE, "")).toBe("TLS");
    expect(await connect("localhost", verified)).toBe("TLS");
    const REMEDY = "see docs/backends.md#tls.";
    expect(await connect(ELSEWHERE, verified)).toContain(REMEDY);
    expect(await connect("localhost", "sslmode=verify-full")).toContain(REMEDY);
    expect(await connect("127.0.0.1", "", "strict")).toContain(REMEDY);
    expect(await connect("127.0.0.1", "", "guarded:wrong")).toBe(
      'password authentication failed for user "guarded"; see docs/backends.md#database_url.',
    );
  });
});
