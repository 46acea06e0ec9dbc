import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";

import { FORM_PATH } from "../../domain/wire/native-form.ts";
import type { Config } from "../config.ts";
import { LIST_PATH } from "../links.ts";
import type { RequestStore } from "../store/store.ts";
import { ApiError, sendError } from "./api-error.ts";
import type { RenderRequestPage } from "./built-pages.ts";
import { form } from "./form/form-route.ts";
import { health } from "./health.ts";
import { TABLE } from "./insert/rejections.ts";
import { rest } from "./insert/rest.ts";
import { link } from "./link/link-route.ts";
import { createRateLimit } from "./rate-limit.ts";
import { RequestLog } from "./request-log.ts";
import { sendNotFound, staticSite, type StaticSite } from "./static-site.ts";

export type AppOptions = {
  store: RequestStore;
  site: StaticSite;
  renderRequestPage: RenderRequestPage;
  config: Pick<
    Config,
    "ratePerMinute" | "trustProxy" | "allowedOrigins" | "publicUrl" | "timeZone"
  >;
  log?: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  now?: () => number;
};

/** The server, without its port: inserts, forms, links, health, and the built site for the rest. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, site, renderRequestPage, config, now = Date.now } = options;
  const app = createServer(options);
  closeConnectionsOnStop(app);
  const hasLinks = config.publicUrl !== null;
  rejectMethods(app, hasLinks);
  await app.register(rateLimit, { global: false });
  const limitRate = createRateLimit(app, config.ratePerMinute);

  await app.register(async (api) => {
    api.addHook("onRequest", async (_request, reply) => {
      reply.headers(API_HEADERS);
    });
    const { allowedOrigins } = config;
    await api.register(rest, { store, limitRate, allowedOrigins, prefix: REST_PREFIX });
    await api.register(form, { store, limitRate, renderRequestPage, site, now });
    if (hasLinks) {
      await api.register(link, {
        store,
        limitRate: createRateLimit(app, LINKS_PER_INSERT * config.ratePerMinute),
        renderRequestPage,
        site,
        timeZone: config.timeZone,
        now,
      });
    }
    await api.register(health, { store });
  });
  await app.register(staticSite, site);
  return app;
}

const REST_PREFIX = "/rest/v1";

/** One address may open this many invalid links for each request that it may send: a team behind it may have many expired ones. */
const LINKS_PER_INSERT = 12;

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
    frameworkErrors: (_error, request, reply) => sendNotFound(site, request, reply),
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
function rejectMethods(app: FastifyInstance, hasLinks: boolean): void {
  app.addHook("onRequest", async (request, reply) => {
    if (!request.is404) return undefined;
    const [path = ""] = request.url.split("?", 1);
    const takesPosts =
      path === FORM_PATH ||
      path === `${REST_PREFIX}/${TABLE}` ||
      (hasLinks && path.startsWith(LIST_PATH));
    const allow = takesPosts ? "GET, HEAD, POST" : "GET, HEAD";
    reply.headers(API_HEADERS).header("allow", allow);
    request.failure = { reason: "method-not-allowed" };
    return sendError(reply, new ApiError(405, "PGRST117", "Unsupported HTTP method"));
  });
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
