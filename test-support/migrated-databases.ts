import { PGlite } from "@electric-sql/pglite";
import { Client } from "pg";

import { POSTGRES_MIGRATIONS } from "../server/store/postgres/migrations.ts";
import { lastRows, startPostgres, type PostgresCluster } from "./postgres.ts";

type Row = Record<string, unknown>;

/** The rows of a statement, or the SQLSTATE with which it failed. */
type Outcome = { rows: Row[] } | { code: string };

/** A database on which the migration ran twice. */
export type MigratedDatabase = {
  name: string;
  /** Runs SQL as its owner. */
  run(sql: string): Promise<Row[]>;
  /**
   * Runs SQL as an anonymous visitor, in one transaction on a new connection; returns the last
   * rows.
   */
  asAnon(sql: string): Promise<Outcome>;
  stop(): Promise<void>;
};

/** Every kind of database that the schema supports, or why there is only PGlite. */
export async function startMigratedDatabases(): Promise<{
  databases: MigratedDatabase[];
  missing: string | null;
}> {
  const databases = [await startPglite()];
  for (const kind of KINDS) {
    const cluster = await startPostgres();
    if (typeof cluster === "string") return { databases, missing: cluster };
    await cluster.run(kind.setup);
    await cluster.createDatabase("site", kind.owner);
    databases.push(await migrate(cluster, kind));
  }
  return { databases, missing: null };
}

type Kind = { name: string; owner: string; setup: string };

const KINDS: Kind[] = [
  {
    name: "PostgreSQL, as an owner who may create roles",
    owner: "owner",
    setup: "create role owner login createrole",
  },
  {
    // Supabase grants new tables to everybody, and has created the roles already.
    name: "a database like Supabase's",
    owner: "supabase",
    setup: `
      create role supabase login createrole;
      create role anon nologin;
      create role authenticated nologin;
      grant anon, authenticated to supabase;
      alter default privileges for role supabase grant all on tables to anon, authenticated;
      alter default privileges for role supabase grant all on functions to anon, authenticated;`,
  },
];

async function migrate(cluster: PostgresCluster, kind: Kind): Promise<MigratedDatabase> {
  const owner = new Client({ connectionString: cluster.url("site", kind.owner) });
  await owner.connect();
  await applyTwice((sql) => owner.query(sql));
  await cluster.run("create role visitor login noinherit; grant anon to visitor");
  return {
    name: kind.name,
    run: async (sql) => lastRows(await owner.query(sql)),
    async asAnon(sql) {
      const visitor = new Client({ connectionString: cluster.url("site", "visitor") });
      await visitor.connect();
      try {
        await visitor.query("begin; set local role anon");
        const result = await visitor.query(sql);
        await visitor.query("commit");
        return { rows: lastRows(result) };
      } catch (error) {
        return toCode(error);
      } finally {
        await visitor.end();
      }
    },
    async stop() {
      await owner.end();
      await cluster.stop();
    },
  };
}

async function startPglite(): Promise<MigratedDatabase> {
  const pglite = await PGlite.create();
  await applyTwice((sql) => pglite.exec(sql));
  return {
    name: "PGlite",
    run: async (sql) => lastRows(await pglite.exec(sql)),
    async asAnon(sql) {
      try {
        await pglite.exec("begin; set local role anon");
        const results = await pglite.exec(sql);
        await pglite.exec("commit");
        return { rows: lastRows(results) };
      } catch (error) {
        await pglite.exec("rollback");
        return toCode(error);
      }
    },
    stop: () => pglite.close(),
  };
}

async function applyTwice(apply: (sql: string) => Promise<unknown>): Promise<void> {
  for (const { sql } of [...POSTGRES_MIGRATIONS, ...POSTGRES_MIGRATIONS]) await apply(sql);
}

function toCode(error: unknown): { code: string } {
  const { code } = error as { code?: string };
  if (code === undefined) throw error;
  return { code };
}
