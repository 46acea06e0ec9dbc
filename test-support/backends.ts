import type { RequirementStore } from "../server/store/store.ts";
import { buildTestApp } from "./app.ts";
import { DATABASES, openDatabase, withoutPostgres, type TestDatabase } from "./databases.ts";
import { hasPostgrest, startPostgrest } from "./postgrest.ts";

type BackendKind = "SQLite" | "PostgreSQL" | "PostgREST";

/** The backends that this machine can run: our server on each database, and PostgREST. */
export const BACKENDS: BackendKind[] =
  withoutPostgres || !hasPostgrest ? DATABASES : [...DATABASES, "PostgREST"];

export type Backend = {
  /** The URL under which its tables are. */
  rest: string;
  /** Reads and changes what it has stored. */
  store: RequirementStore;
  /** Runs SQL as the database's owner. */
  run: TestDatabase["run"];
  stop: () => Promise<void>;
};

export async function startBackend(kind: BackendKind): Promise<Backend> {
  const database = await openDatabase(kind === "SQLite" ? kind : "PostgreSQL");
  const store = database.open({ channels: ["webhook"] });
  // Applies the migrations, as the Supabase CLI does for a hosted database.
  await store.check();
  const api = kind === "PostgREST" ? await startPostgrest(database.location) : await serve();
  return {
    rest: api.url,
    store,
    run: database.run,
    async stop() {
      await api.stop();
      await database.close();
    },
  };

  async function serve() {
    const app = await buildTestApp(store);
    const origin = await app.listen({ port: 0, host: "127.0.0.1" });
    return { url: `${origin}/rest/v1`, stop: () => app.close() };
  }
}
