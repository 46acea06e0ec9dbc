import rateLimit from "@fastify/rate-limit";
import fastify, { type FastifyBaseLogger, type FastifyInstance } from "fastify";

import { HEALTH_PATH, REST_PREFIX } from "../../contract/routes.ts";
import { AccessLog } from "./access-log.ts";
import type { AppContext } from "./context.ts";
import { deskRoutes } from "./desk/desk-routes.ts";
import { formRoute } from "./form/form-route.ts";
import { insertRoute } from "./insert/insert-route.ts";
import { createInsertLimit, rateLimitKey } from "./rate-limit.ts";
import { serverPageHeaders } from "./server-page.ts";
import { sendNotFound, staticSite } from "./static-site.ts";

export async function buildApp(
  context: AppContext,
  log?: FastifyBaseLogger,
): Promise<FastifyInstance> {
  const app = createServer(context, log);
  closeConnectionsOnStop(app);
  // Responds to unknown routes before the body is read.
  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) return sendNotFound(context.site, reply);
  });
  await app.register(rateLimit, { global: false, keyGenerator: rateLimitKey });
  const limitRate = createInsertLimit(app, context.config.ratePerMinute);

  await app.register(async (api) => {
    setHeaders(api, API_HEADERS);
    await api.register(insertRoute, { ...context, limitRate, prefix: REST_PREFIX });
    addHealth(api, context);
  });
  await app.register(async (pages) => {
    setHeaders(pages, serverPageHeaders(context.site));
    await pages.register(formRoute, { ...context, limitRate });
    const { deskPassword } = context.config;
    if (deskPassword !== null) await pages.register(deskRoutes, { ...context, deskPassword });
  });
  await app.register(staticSite, context.site);
  return app;
}

/** Also applies to redirects and errors. */
function setHeaders(app: FastifyInstance, headers: Record<string, string>): void {
  app.addHook("onRequest", async (_request, reply) => {
    reply.headers(headers);
  });
}

function addHealth(app: FastifyInstance, { store }: AppContext): void {
  app.get(HEALTH_PATH, async (request, reply) => {
    try {
      await store.check();
      return { status: "ok", notifications: await store.outbox.readState() };
    } catch (error) {
      // Logs the error instead of sending it, because it names folders.
      request.failure = { reason: "The database cannot be used", cause: error };
      return reply.code(503).send({ status: "store unavailable" });
    }
  });
}

/** Large enough for a request in which every field is at its limit and every character is escaped in JSON. */
const BODY_LIMIT = 320 * 1024;

/** Limit for the whole process. The limit per IP is set by the proxy. */
const MAX_CONNECTIONS = 2_000;

function createServer({ config, site }: AppContext, log?: FastifyBaseLogger): FastifyInstance {
  const app: FastifyInstance = fastify({
    ...(log && { loggerInstance: log }),
    logController: new AccessLog(),
    trustProxy: config.trustProxy,
    bodyLimit: BODY_LIMIT,
    // Protects against slowloris attacks.
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    routerOptions: { ignoreTrailingSlash: true },
    // Fastify calls this for paths that it cannot decode.
    frameworkErrors: (_error, _request, reply) => sendNotFound(site, reply),
    // Serves open connections during shutdown, because browsers without JavaScript do not retry a post.
    return503OnClosing: false,
  });
  app.server.maxConnections = MAX_CONNECTIONS;
  app.decorateRequest("failure", null);
  return app;
}

/** Ends keep-alive connections, because they would delay a restart by the whole grace period. */
function closeConnectionsOnStop(app: FastifyInstance): void {
  app.addHook("onSend", async (_request, reply) => {
    if (!app.server.listening) reply.header("connection", "close");
  });
}

const API_HEADERS = {
  "cache-control": "no-store",
  // `default-src` does not cover form-action, base-uri and frame-ancestors.
  "content-security-policy":
    "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "strict-transport-security": "max-age=63072000",
  "x-content-type-options": "nosniff",
};
