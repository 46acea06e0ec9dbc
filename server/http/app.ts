import rateLimit from "@fastify/rate-limit";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";

import type { Config } from "../config.ts";
import { form, FORM_TYPE } from "../form/form-route.ts";
import type { RenderRequestPage } from "../form/request-page.ts";
import type { RequestStore } from "../store/store.ts";
import { methodNotAllowed } from "./insert/api-error.ts";
import { health } from "./health.ts";
import type { InsertRouteOptions } from "./insert/insert-outcome.ts";
import { BODY_LIMIT, limitInserts, requireLength } from "./insert/limits.ts";
import { RequestLog } from "./request-log.ts";
import { rest, sendError } from "./insert/rest.ts";
import { sendNotFound, staticSite, type StaticSite } from "./static-site.ts";

export type AppOptions = {
  store: RequestStore;
  site: StaticSite;
  renderRequestPage: RenderRequestPage;
  config: Pick<Config, "ratePerMinute" | "trustProxy" | "allowedOrigins">;
  log?: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Inserts waiting for the store at once before the next one is shed. */
  maxInserts?: number;
};

/** The proxy in front limits each address; this limits what one process may hold. */
const MAX_CONNECTIONS = 2_000;
const MAX_HEADERS = 100;

/** Addresses that the rate limit remembers; beyond it, the least recently seen is forgotten. */
const MAX_ADDRESSES = 20_000;

/** The server, without its port. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, site, config, now = Date.now } = options;
  const app: FastifyInstance = fastify({
    ...(options.log && { loggerInstance: options.log }),
    logController: new RequestLog(),
    trustProxy: config.trustProxy,
    routerOptions: { constraints: { form: FORM_CONSTRAINT } },
    bodyLimit: BODY_LIMIT,
    // Slow senders are cut off.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    // What Node cannot decode is no page either.
    frameworkErrors: (_error, request, reply) => sendNotFound(site, request, reply),
    return503OnClosing: false,
  });
  closeConnectionsOnStop(app);
  app.decorateRequest("insertOutcome", null);
  app.server.maxConnections = MAX_CONNECTIONS;
  app.server.maxHeadersCount = MAX_HEADERS;
  await app.register(rateLimit, {
    global: false,
    max: config.ratePerMinute,
    timeWindow: 60_000,
    cache: MAX_ADDRESSES,
    allowList: () => config.ratePerMinute === 0,
  });
  app.addHook("onRequest", async (request, reply) => {
    // Before any body is read.
    if (request.is404) {
      return sendError(reply.headers(API_HEADERS).header("allow", "GET, HEAD"), methodNotAllowed);
    }
    return undefined;
  });

  const insertOptions: InsertRouteOptions = {
    insert: limitInserts(store, options.maxInserts),
    onInsert: [app.rateLimit(), requireLength],
    record(request, outcome) {
      request.insertOutcome = outcome;
    },
  };

  await app.register(async (api) => {
    api.addHook("onRequest", (_request, reply, done) => {
      reply.headers(API_HEADERS);
      done();
    });
    await api.register(health, { store });
    const prefix = "/rest/v1";
    const { allowedOrigins } = config;
    await api.register(rest, { ...insertOptions, allowedOrigins, prefix });
    await api.register(form, {
      ...insertOptions,
      renderRequestPage: options.renderRequestPage,
      pageHeaders: site.pageHeaders,
      now,
      prefix,
    });
  });
  await app.register(staticSite, site);
  return app;
}

/** After SIGTERM, requests on open connections still get responses, which close the connections. */
function closeConnectionsOnStop(app: FastifyInstance): void {
  let stopping = false;
  app.addHook("preClose", async () => {
    stopping = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (stopping) reply.header("connection", "close");
  });
}

const API_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

/** Forms and JSON are posted to one URL and have separate handlers. */
const FORM_CONSTRAINT = {
  name: "form",
  storage: () => {
    const handlers = new Map<unknown, never>();
    return {
      get: (key: unknown) => handlers.get(key) ?? null,
      set: (key: unknown, handler: never) => void handlers.set(key, handler),
    };
  },
  deriveConstraint: ({ headers }: FastifyRequest["raw"]) =>
    (headers["content-type"] ?? "").toLowerCase().startsWith(FORM_TYPE) ? "form" : "other",
};
