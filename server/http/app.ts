import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";

import { DESK_PATH, REST_PREFIX } from "../../domain/wire/addresses.ts";
import { FORM_PATH } from "../../domain/wire/native-form.ts";
import type { Config } from "../config.ts";
import type { RequestStore } from "../store/store.ts";
import { ApiError, sendError } from "./api-error.ts";
import { desk } from "./desk/desk-route.ts";
import { form } from "./form/form-route.ts";
import { health } from "./health.ts";
import { rest } from "./insert/rest.ts";
import { createRateLimit } from "./rate-limit.ts";
import { RequestLog } from "./request-log.ts";
import type { RenderServerPage } from "./server-page.ts";
import { headersFor, sendNotFound, staticSite, type StaticSite } from "./static-site.ts";

export type AppOptions = {
  store: RequestStore;
  site: StaticSite;
  renderServerPage: RenderServerPage;
  config: Pick<
    Config,
    "ratePerMinute" | "trustProxy" | "allowedOrigins" | "adminPassword" | "timeZone"
  >;
  log?: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/** The server, without its port: inserts, forms, the desk, health, and the built site for the rest. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, site, renderServerPage, config, now = Date.now } = options;
  const { allowedOrigins, adminPassword, timeZone } = config;
  const app = createServer(options);
  closeConnectionsOnStop(app);
  rejectMethods(app);
  await app.register(rateLimit, { global: false });
  const limitRate = createRateLimit(app, config.ratePerMinute);
  const pageHeaders = headersFor(site, "/");

  await app.register(async (api) => {
    api.addHook("onRequest", async (_request, reply) => {
      reply.headers(API_HEADERS);
    });
    await api.register(rest, { store, limitRate, allowedOrigins, prefix: REST_PREFIX });
    await api.register(form, { store, limitRate, renderServerPage, pageHeaders, now });
    if (adminPassword !== null) {
      const password = adminPassword;
      const shown = { renderServerPage, pageHeaders, site, timeZone, now };
      await api.register(desk, { store, password, ...shown });
    }
    await api.register(health, { store });
  });
  await app.register(staticSite, site);
  return app;
}

/** Maximum body in bytes: every text at its limit, with each character in its longest JSON form. */
const BODY_LIMIT = 320 * 1024;

/** The proxy in front limits each address; this limits what one process may hold. */
const MAX_CONNECTIONS = 2_000;
const MAX_HEADERS = 100;

function createServer({ config, log, site }: AppOptions): FastifyInstance {
  const app: FastifyInstance = fastify({
    ...(log && { loggerInstance: log }),
    logController: new RequestLog(),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    // Slow senders are cut off.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    // A path that cannot be decoded gets the 404 page, too.
    frameworkErrors: (_error, _request, reply) => sendNotFound(site, reply),
    return503OnClosing: false,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.server.maxHeadersCount = MAX_HEADERS;
  app.decorateRequest("failure", null);
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

/** Responds with 405 to a method that no route has, before the body is read. */
function rejectMethods(app: FastifyInstance): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404 || request.method === "GET" || request.method === "HEAD") return undefined;
    reply.headers(API_HEADERS).header("allow", allowedMethods(request.url));
    request.failure = { reason: "method-not-allowed" };
    return sendError(reply, new ApiError(405, "PGRST117", "Unsupported HTTP method"));
  });
}

function allowedMethods(url: string): string {
  const [path = ""] = url.split("?", 1);
  const takesPosts =
    path === FORM_PATH || path.startsWith(`${REST_PREFIX}/`) || path.startsWith(`${DESK_PATH}/`);
  return takesPosts ? "GET, HEAD, POST" : "GET, HEAD";
}

const API_HEADERS = {
  "cache-control": "no-store",
  // default-src does not cover these three.
  "content-security-policy":
    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
};
