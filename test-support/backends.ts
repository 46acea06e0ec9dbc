import { buildTestApp } from "./app.ts";
import { DATABASES, openDatabase, withoutPostgres } from "./databases.ts";
import { hasPostgrest, startPostgrest } from "./postgrest.ts";

type BackendKind = "SQLite" | "PostgreSQL" | "PostgREST";

/** The backends that this machine can run: our server on each database, and PostgREST. */
export const BACKENDS: BackendKind[] =
  withoutPostgres || !hasPostgrest ? DATABASES : [...DATABASES, "PostgREST"];

export type Backend = Awaited<ReturnType<typeof startBackend>>;

export async function startBackend(kind: BackendKind) {
  const database = await openDatabase(kind === "SQLite" ? kind : "PostgreSQL");
  const store = database.open({ channels: ["webhook"] });
  // Applies the migrations, as the Supabase CLI does for a hosted database.
  await store.check();
  const api = kind === "PostgREST" ? await startPostgrest(database.location) : await serve();
  return {
    /** The URL under which its tables are. */
    rest: api.url,
    store,
    run: database.run,
    stop: async () => {
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
