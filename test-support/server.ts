import { rmSync } from "node:fs";

import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import inject from "light-my-request";

import { buildApp, type AppOptions } from "../server/app.ts";
import { renderPlainRequestPage } from "../server/request-page.ts";
import { readStaticSite } from "../server/static-site.ts";
import type { RequestStore } from "../server/store.ts";
import { makeBuiltSite } from "./built-site.ts";

/** A server that is asked without a network between. */
export type TestApp = Omit<FastifyInstance, "inject"> & {
  /** Asks the whole server: Fastify's own `inject` knows its routes only. */
  inject(request: InjectOptions | string): Promise<LightMyRequestResponse>;
};

/** Our server in this process, without a limit on requests unless one is asked for. */
export async function buildTestApp(
  store: RequestStore,
  options: Partial<Omit<AppOptions, "store" | "environment">> & {
    environment?: Partial<AppOptions["environment"]>;
  } = {},
): Promise<TestApp> {
  const folder = makeBuiltSite();
  const site = await readStaticSite(folder);
  rmSync(folder, { recursive: true });
  const app = buildApp({
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
  await app.ready();
  const dispatch = (request: object, response: object) =>
    void app.server.emit("request", request, response);
  return Object.assign(app, {
    inject: (request: InjectOptions | string) => inject(dispatch, request),
  });
}
