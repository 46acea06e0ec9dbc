import { execFileSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import { parseDatabaseUrl } from "../server/store/postgres/address.ts";
import type { PostgresOptions } from "../server/store/postgres/database.ts";
import { openPostgresStore } from "../server/store/postgres/store.ts";
import type { RequestStore } from "../server/store/store.ts";
import { findPostgres, freePort, startProgram, stopProgram, unprivileged } from "./programs.ts";

/** Why this machine cannot run PostgreSQL, or null. */
export function findPostgresProblem(): string | null {
  if (findPostgres() === undefined)
    return "PostgreSQL is not installed: Debian's package postgresql";
  const onlyRoot = process.getuid?.() === 0 && unprivileged() === undefined;
  return onlyRoot ? "PostgreSQL cannot run here: only root exists" : null;
}

export type PostgresCluster = Awaited<ReturnType<typeof startPostgres>>;

/** Starts a cluster that the caller may configure and must stop. `durable` leaves fsync on. */
export async function startPostgres({ durable = false } = {}) {
  const problem = findPostgresProblem();
  if (problem !== null) throw new Error(problem);
  const programs = findPostgres() ?? "";
  const account = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "site-postgres-"));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  const port = await freePort();
  const args = ["-D", data, "-U", "superuser", "-A", "trust", "-E", "UTF8", "--locale=C"];
  execFileSync(join(programs, "initdb"), [...args, ...(durable ? [] : ["--no-sync"])], {
    ...account,
    stdio: "ignore",
  });
  const settings = ["listen_addresses=127.0.0.1", "max_connections=300"];
  if (!durable) settings.push("fsync=off");
  const start = () =>
    startProgram(
      join(programs, "postgres"),
      ["-D", data, "-k", folder, "-p", String(port), ...settings.flatMap((each) => ["-c", each])],
      { account, ready: /database system is ready to accept connections/ },
    );
  let server = await start();
  return {
    ...postgresOn(port),
    version: execFileSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" }).trim(),
    /** Its data folder, which has its configuration. */
    data,
    /** Stops it in fast mode and keeps its files. */
    halt: () => stopProgram(server, "SIGINT"),
    async start() {
      server = await start();
    },
    async stop() {
      await stopProgram(server, "SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A cluster that listens on a port of this machine. */
export function postgresOn(port: number) {
  const url = (database = "postgres", role = "superuser") =>
    `postgres://${role}@127.0.0.1:${port}/${database}`;
  /** Runs SQL as superuser; returns the rows of the last statement. */
  const run = async (sql: string, database?: string) => {
    const client = new Client({ connectionString: url(database) });
    await client.connect();
    try {
      return lastRows(await client.query<Row>(sql));
    } finally {
      await client.end();
    }
  };
  return {
    port,
    url,
    run,
    async createDatabase(name: string, owner = "superuser") {
      await run(`create database ${name} owner ${owner}`);
    },
  };
}

/** Our store on one of its databases. */
export function openPostgres(url: string, options: PostgresOptions = {}): RequestStore {
  const reading = parseDatabaseUrl(url);
  if (reading.kind === "invalid") throw new Error(reading.problem);
  return openPostgresStore(reading.address, options);
}

/** A text with several statements has several results, despite the driver's types. */
export function lastRows(results: { rows: Row[] } | { rows: Row[] }[]): Row[] {
  return (Array.isArray(results) ? results.at(-1)?.rows : results.rows) ?? [];
}

type Row = Record<string, unknown>;
