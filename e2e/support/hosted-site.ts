import { request as forward, type RequestListener } from "node:http";

import { openPostgres } from "../../test-support/postgres.ts";
import type { ListedRequirement } from "../../server/store/store.ts";
import { listRows } from "../../test-support/rows.ts";
import { startPostgres } from "../../test-support/postgres.ts";
import { startPostgrest } from "../../test-support/postgrest.ts";
import { listen, startStaticHost } from "./static-host.ts";

/** The static build on a file host, with a real PostgREST on another origin. */
export type HostedSite = {
  origin: string;
  /** What is stored, newest first. */
  readRequests: () => Promise<ListedRequirement[]>;
  stop: () => Promise<void>;
};

/** Starts both, or returns why this machine cannot. */
export async function startHostedSite(): Promise<HostedSite | string> {
  const cluster = await startPostgres();
  if (typeof cluster === "string") return cluster;
  await cluster.createDatabase("hosted");
  const store = openPostgres(cluster.url("hosted"));
  // Applies the migration, as the Supabase CLI would.
  await store.check();
  const postgrest = await startPostgrest(cluster, "hosted");
  if (typeof postgrest === "string") {
    await store.close();
    await cluster.stop();
    return postgrest;
  }
  const gateway = await listen(gatewayTo(postgrest.url));
  const host = await startStaticHost({
    env: {
      VITE_SUPABASE_URL: gateway.origin,
      VITE_SUPABASE_PUBLISHABLE_KEY: "sb_publishable_test",
    },
  });
  return {
    origin: host.origin,
    readRequests: () => listRows(store),
    async stop() {
      await host.stop();
      await gateway.stop();
      await postgrest.stop();
      await store.close();
      await cluster.stop();
    },
  };
}

/** A hosted gateway: the REST resource under its path, 404 for everything else. */
function gatewayTo(postgrest: string): RequestListener {
  return (incoming, outgoing) => {
    const [, path] = /^\/rest\/v1(\/.*)$/.exec(incoming.url ?? "") ?? [];
    if (path === undefined) return void outgoing.writeHead(404).end();
    const { method = "GET", headers } = incoming;
    const passed = forward(postgrest + path, { method, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(outgoing);
    });
    passed.on("error", () => outgoing.writeHead(502).end());
    incoming.pipe(passed);
  };
}
