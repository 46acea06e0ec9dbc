import { execFileSync, spawnSync } from "node:child_process";
import { chownSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { Client } from "pg";

import { migratePostgres, type SchemaOptions } from "../../server/store/postgres-schema.ts";
import { findPostgres, freePort, startProgram, stopProgram, unprivileged } from "./programs.ts";
/** Returns the reason why PostgreSQL cannot run here, or null. */
export function findPostgresProblem(programs = findPostgres()[0]): string | null {
  if (programs === undefined) return "PostgreSQL is not installed";
  const onlyRoot = process.getuid?.() === 0 && unprivileged() === undefined;
  if (onlyRoot) return "PostgreSQL does not run as root, and there is nobody else";
  const { error } = spawnSync(join(programs, "postgres"), ["--version"], unprivileged());
  return error ? `PostgreSQL does not run as root, and only root may read ${programs}` : null;
}

export type HostedCluster = Awaited<ReturnType<typeof startPostgres>>;
export type HostedDatabase = Awaited<ReturnType<HostedCluster["createDatabase"]>>;

/** `setup` is what the database has at first: direct inserts, only what the server needs, or no table. */
type DatabaseOptions = { defaultGrants?: boolean; setup?: "direct" | "server" | "none" };

/** Starts PostgreSQL with Supabase's roles, in which `postgres` is no superuser. */
export async function startPostgres(programs = findPostgres()[0] ?? "") {
  const problem = findPostgresProblem(programs);
  if (problem !== null) throw new Error(problem);
  const account = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), "site-postgres-"));
  if (account) chownSync(folder, account.uid, account.gid);
  const data = join(folder, "data");
  const port = await freePort();
  const init = ["-D", data, "-U", "superuser", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"];
  execFileSync(join(programs, "initdb"), init, { ...account, stdio: "ignore" });
  // No socket, because its path would be too long in some folders.
  const settings = ["listen_addresses=127.0.0.1", "unix_socket_directories=", "fsync=off"].flatMap(
    (setting) => ["-c", setting],
  );
  const start = () =>
    startProgram(join(programs, "postgres"), ["-D", data, "-p", String(port), ...settings], {
      account,
      ready: /database system is ready to accept connections/,
    });
  let server = await start();
  const urlOf = (database: string, role: string) =>
    `postgres://${role}@127.0.0.1:${port}/${database}`;
  await query(
    urlOf("postgres", "superuser"),
    `create role supabase_admin nologin superuser;
     create role anon nologin;
     create role authenticated nologin;
     create role service_role nologin bypassrls;
     create role authenticator login noinherit;
     grant anon, authenticated, service_role to authenticator;
     create role postgres login createdb createrole bypassrls;
     grant anon, authenticated, service_role to postgres with admin option;
     alter role anon set statement_timeout = '3s'`,
  );
  let count = 0;

  return {
    ownerUrl: urlOf("postgres", "postgres"),
    /**
     * Creates a database of the role `postgres`. Older Supabase projects grant the roles of the API all privileges on
     * new tables, functions and sequences. Newer ones keep only those on tables that PostgREST does not use.
     */
    async createDatabase({ defaultGrants = true, setup = "direct" }: DatabaseOptions = {}) {
      count += 1;
      const name = `hosted_${count}`;
      const url = urlOf(name, "superuser");
      await query(urlOf("postgres", "superuser"), `create database ${name} owner postgres`);
      const roles = "anon, authenticated, service_role";
      const defaults = "alter default privileges for role postgres in schema public";
      await query(
        url,
        `grant usage on schema public to ${roles};
         ${defaults} grant all on tables to ${roles};
         ${defaults} grant all on functions to ${roles};
         ${defaults} grant all on sequences to ${roles}`,
      );
      if (!defaultGrants) {
        await query(
          url,
          `${defaults} revoke select, insert, update, delete on tables from ${roles};
           ${defaults} revoke execute on functions from ${roles};
           ${defaults} revoke usage, select on sequences from ${roles}`,
        );
      }
      const ownerUrl = urlOf(name, "postgres");
      const migrate = async (options: SchemaOptions = {}) => {
        const client = new Client({ connectionString: ownerUrl });
        await client.connect();
        await migratePostgres(client, name, { user: "migrate", ...options }).finally(() =>
          client.end(),
        );
      };
      if (setup !== "none") await migrate({ direct: setup === "direct" });
      return {
        url,
        ownerUrl,
        authenticatorUrl: urlOf(name, "authenticator"),
        migrate,
        /** Keeps a transaction open in which this SQL has run. */
        async whileHeld(sql: string, work: () => Promise<void>) {
          const client = new Client({ connectionString: url });
          await client.connect();
          await client.query(`begin; ${sql}`);
          await work().finally(() => client.end());
        },
        /** Runs SQL as superuser; returns the rows of the last statement. */
        run: (sql: string) => query(url, sql),
        /** Runs SQL in a transaction of a role, then rolls it back. */
        runAs: (role: string, sql: string) => query(url, `begin; set local role ${role}; ${sql}`),
        /** Runs SQL in a transaction of the role anon with its timeout, then rolls it back. */
        runAsAnon: (sql: string) =>
          query(url, `begin; set local role anon; set local statement_timeout = '3s'; ${sql}`),
      };
    },
    /** Stops at once, without a checkpoint, as a crash would. */
    async whileStopped(work: () => Promise<void>) {
      await stopProgram(server, "SIGQUIT");
      await work();
      server = await start();
    },
    async stop() {
      await stopProgram(server, "SIGINT");
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Row = Record<string, unknown>;

/** Opens a connection per call, because closing it rolls back uncommitted changes. */
async function query(url: string, sql: string): Promise<Row[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // pg returns an array for multiple statements, contrary to its types.
    const results = (await client.query<Row>(sql)) as { rows: Row[] } | { rows: Row[] }[];
    return (Array.isArray(results) ? results.at(-1)?.rows : results.rows) ?? [];
  } finally {
    await client.end();
  }
}
