import { chownSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
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

  describe("with a certificate for localhost", () => {
    const HELP = "see docs/backends.md#tls.";
    let other: string;
    beforeAll(async () => {
      other = mkdtempSync(join(tmpdir(), "site-tls-"));
      createCertificate(other, "DNS:localhost");
      const ours = createCertificate(cluster.data, "DNS:localhost");
      const account = unprivileged();
      if (account)
        for (const file of Object.values(ours)) chownSync(file, account.uid, account.gid);
      writeFileSync(join(cluster.data, "postgresql.auto.conf"), "ssl = on\n");
      await cluster.halt();
      await cluster.start();
    });
    afterAll(() => rmSync(other, { recursive: true }));

    test.each([
      [ELSEWHERE, "", "", "TLS"],
      ["localhost", "sslmode=verify-full", "ours", "TLS"],
      [ELSEWHERE, "sslmode=verify-full", "ours", HELP],
      ["localhost", "sslmode=verify-full", "another", HELP],
      // Without a mode, an authority is a wish for the strictest.
      [ELSEWHERE, "", "ours", HELP],
    ])("at %s with %j and %j as authority: %s", async (host, mode, authority, expected) => {
      const folder = authority === "ours" ? cluster.data : other;
      const root = authority === "" ? "" : `&sslrootcert=${join(folder, "server.crt")}`;
      expect(await connect(host, mode + root)).toMatch(new RegExp(`${expected}$`));
    });

    test("that demands TLS and a password names the remedy of each", async () => {
      await cluster.run("create role guarded login password 'right'");
      writeFileSync(
        join(cluster.data, "pg_hba.conf"),
        "host postgres guarded 0.0.0.0/0 scram-sha-256\nhostssl postgres all 0.0.0.0/0 trust\n",
      );
      await cluster.halt();
      await cluster.start();
      expect(await connect("127.0.0.1", "")).toContain(HELP);
      expect(await connect("127.0.0.1", "", "guarded:wrong")).toBe(
        'password authentication failed for user "guarded"; see docs/backends.md#database_url.',
      );
    });
  });
});
