import { rmSync } from "node:fs";

import type { FastifyInstance } from "fastify";

import { buildApp, type AppOptions } from "../server/http/app.ts";
import { readStaticSite } from "../server/http/static-site.ts";
import type { RequirementStore } from "../server/store/store.ts";
import { renderRequestPage } from "./built-pages.ts";
import { makeBuiltSite } from "./built-site.ts";

export type TestAppOptions = Partial<Omit<AppOptions, "store" | "config">> & {
  config?: Partial<AppOptions["config"]>;
};

/** Our server in this process, without a rate limit by default. */
export async function buildTestApp(
  store: RequirementStore,
  options: TestAppOptions = {},
): Promise<FastifyInstance> {
  const folder = makeBuiltSite();
  const site = await readStaticSite(folder);
  rmSync(folder, { recursive: true });
  return buildApp({
    site,
    renderRequestPage: async (content) => renderRequestPage(content, ""),
    ...options,
    store,
    config: { ratePerMinute: 0, trustProxy: false, allowedOrigins: [], ...options.config },
  });
}
