import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, test } from "vitest";

import { createAuthority, enableTls } from "../../../test-support/certificates.ts";
import { openPostgres } from "../../../test-support/postgres.ts";
import { startTestPostgres } from "../../../test-support/test-postgres.ts";

const { cluster, missing } = await startTestPostgres();
const ours = createAuthority();
const other = createAuthority();
afterAll(() => {
  for (const { folder } of [ours, other]) rmSync(folder, { recursive: true });
});

// Not a loopback address by name, although Linux routes it to this machine.
const ELSEWHERE = "0.0.0.0";

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
    return error instanceof Error ? error.message.replace(/^PostgreSQL.*?:\d+: /, "") : "";
  } finally {
    await store.close();
  }
}

describe.skipIf(missing)("a server without TLS", () => {
  test("on this machine is used", async () => {
    expect(await connect("127.0.0.1", "")).toBe("plaintext");
  });

  test("on another machine is used only if the URL allows it", async () => {
    const refusal =
      "The server does not support SSL connections; " +
      "to connect without TLS, add sslmode=disable to DATABASE_URL.";
    expect(await connect(ELSEWHERE, "")).toBe(refusal);
    expect(await connect(ELSEWHERE, "sslmode=disable")).toBe("plaintext");
  });
});

describe.skipIf(missing)("a server with a certificate for localhost", () => {
  beforeAll(async () => {
    await cluster.halt();
    enableTls(cluster, ours, "localhost");
    await cluster.start();
  });

  const HELP = "see docs/backends.md#tls.";
  test.each([
    [ELSEWHERE, "", "TLS"],
    ["localhost", `sslmode=verify-full&sslrootcert=${ours.file}`, "TLS"],
    [ELSEWHERE, `sslmode=verify-full&sslrootcert=${ours.file}`, HELP],
    ["localhost", `sslmode=verify-full&sslrootcert=${other.file}`, HELP],
    // Without a mode, an authority is a wish for the strictest.
    [ELSEWHERE, `sslrootcert=${ours.file}`, HELP],
  ])("at %s with %j: %s", async (host, query, expected) => {
    expect(await connect(host, query)).toMatch(new RegExp(`${expected}$`));
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
    const refusal =
      'password authentication failed for user "guarded"; see docs/backends.md#database_url.';
    expect(await connect("127.0.0.1", "", "guarded:wrong")).toBe(refusal);
  });
});
