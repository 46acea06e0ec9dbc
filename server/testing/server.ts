import { rmSync } from "node:fs";

import type { FastifyInstance } from "fastify";

import { buildApp, type AppOptions } from "../app.ts";
import { renderPlainRequestPage } from "../request-page.ts";
import { readStaticSite } from "../static-site.ts";
import type { RequestStore } from "../store.ts";
import { makeBuiltSite } from "./built-site.ts";

/** Our server in this process, without a limit on requests unless one is asked for. */
export async function buildTestApp(
  store: RequestStore,
  options: Partial<Omit<AppOptions, "store" | "environment">> & {
    environment?: Partial<AppOptions["environment"]>;
  } = {},
): Promise<FastifyInstance> {
  const folder = makeBuiltSite();
  const site = await readStaticSite(folder);
  rmSync(folder, { recursive: true });
  return buildApp({
    site,
    renderRequestPage: renderPlainRequestPage,
    ...options,
    store,
    environment: {
      ratePerMinute: 0,
      trustProxy: false,
      allowedOrigins: [],
      ...options.environment,
    },
  });
}
