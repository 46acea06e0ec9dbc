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

const VERIFIED = `sslrootcert=${ours.file}`;
// Not a loopback address by name, although Linux routes it to this machine.
const ELSEWHERE = "0.0.0.0";

/** Whether a connection has TLS, or the message of its failure. */
async function connect(host: string, query: string): Promise<string> {
  const url = `postgres://superuser@${host}:${cluster.port}/postgres?application_name=tls&${query}`;
  const store = openPostgres(url);
  try {
    await store.check();
    const [row] = await cluster.run(
      "select ssl from pg_stat_ssl join pg_stat_activity using (pid) where application_name = 'tls'",
    );
    return row?.["ssl"] === true ? "TLS" : "plaintext";
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^PostgreSQL.*?:\d+: /, "") : "";
  } finally {
    await store.close();
  }
}

describe.skipIf(missing)("a server without TLS", () => {
  test.each([
    [ELSEWHERE, "", "plaintext"],
    [ELSEWHERE, "sslmode=prefer", "plaintext"],
    [ELSEWHERE, "sslmode=require", "it offers no TLS; enable it there, or set sslmode=disable."],
    ["127.0.0.1", "", "plaintext"],
  ])("at %s with %j: %s", async (host, query, expected) => {
    expect(await connect(host, query)).toBe(expected);
  });
});

describe.skipIf(missing)("a server with a certificate for localhost", () => {
  const UNKNOWN =
    "its certificate is from an unknown authority; name that authority's file in sslrootcert.";
  const WRONG_NAME =
    "its certificate is for another host; use the name in it, or sslmode=verify-ca.";

  beforeAll(async () => {
    await cluster.halt();
    enableTls(cluster, ours, "localhost");
    await cluster.start();
  });

  test.each([
    [ELSEWHERE, "", "TLS"],
    ["localhost", "", "plaintext"],
    [ELSEWHERE, "sslmode=disable", "plaintext"],
    [ELSEWHERE, "sslmode=require", "TLS"],
    [ELSEWHERE, "sslmode=no-verify", "TLS"],
    ["localhost", `sslmode=verify-full&${VERIFIED}`, "TLS"],
    [ELSEWHERE, `sslmode=verify-ca&${VERIFIED}`, "TLS"],
    [ELSEWHERE, `sslmode=verify-full&${VERIFIED}`, WRONG_NAME],
    ["localhost", "sslmode=verify-full", UNKNOWN],
    ["localhost", `sslmode=verify-full&sslrootcert=${other.file}`, UNKNOWN],
    ["localhost", `sslmode=verify-ca&sslrootcert=${other.file}`, UNKNOWN],
    ["localhost", `sslmode=require&sslrootcert=${other.file}`, UNKNOWN],
  ])("at %s with %j: %s", async (host, query, expected) => {
    expect(await connect(host, query)).toBe(expected);
  });
});

describe.skipIf(missing)("a server that demands TLS", () => {
  beforeAll(async () => {
    await cluster.run("create role guarded login password 'right'");
    writeFileSync(
      join(cluster.data, "pg_hba.conf"),
      "host postgres guarded 0.0.0.0/0 scram-sha-256\nhostssl postgres all 0.0.0.0/0 trust\n",
    );
    await cluster.halt();
    await cluster.start();
  });

  test.each([
    ["localhost", "", "it accepts TLS connections only; add sslmode=require to DATABASE_URL."],
    [
      ELSEWHERE,
      "sslmode=disable",
      "it accepts TLS connections only; add sslmode=require to DATABASE_URL.",
    ],
  ])("at %s with %j: %s", async (host, query, expected) => {
    expect(await connect(host, query)).toBe(expected);
  });

  test.each(["guarded", "guarded:wrong"])("rejects %s with a clear message", async (user) => {
    const store = openPostgres(`postgres://${user}@127.0.0.1:${cluster.port}/postgres`);
    await expect(store.check()).rejects.toMatchObject({
      message: expect.stringContaining("it refuses the user or the password; check DATABASE_URL."),
      transient: false,
    });
    await store.close();
  });

  test("is reached from another machine without a setting", async () => {
    const store = openPostgres(`postgres://superuser@${ELSEWHERE}:${cluster.port}/postgres`);
    await store.check();
    await store.close();
  });
});
