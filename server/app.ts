import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";

import type { Environment } from "./environment.ts";
import { registerHealth } from "./health.ts";
import type { Metrics } from "./metrics.ts";
import { createPageVisits } from "./page-visits.ts";
import { createRateLimit } from "./rate-limit.ts";
import {
  bodyTooLarge,
  emptyOrInvalidJson,
  internalError,
  methodNotAllowed,
  storeUnavailable,
  unsupportedMediaType,
  type Refusal,
} from "./refusal.ts";
import type { RenderRequestPage } from "./request-page.ts";
import { registerRest, sendRefusal } from "./rest.ts";
import type { StaticSite } from "./static-site.ts";
import { StoreUnavailable, type RequestStore } from "./store.ts";

export type AppOptions = {
  store: RequestStore;
  site: StaticSite;
  renderRequestPage: RenderRequestPage;
  environment: Pick<Environment, "ratePerMinute" | "trustProxy" | "allowedOrigins">;
  /** Called after each insert: there is something to tell the provider. */
  onStored?: () => void;
  /** Told of each answer, and of each insert that was shed. */
  metrics?: Pick<Metrics, "answered" | "shed">;
  /** Where log lines go; without it, nowhere. */
  log?: { write: (line: string) => void };
  now?: () => number;
  mostInFlight?: number;
};

/** The whole server but for its port: the site, the one REST resource, and health. */
export function buildApp(options: AppOptions): FastifyInstance {
  const { store, site, renderRequestPage, environment, now = Date.now } = options;
  const app: FastifyInstance = fastify({
    logger: options.log ? { stream: options.log, base: null, timestamp } : false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: environment.trustProxy,
    // After SIGTERM, requests on open connections are still answered, and the connections closed.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    http: { headersTimeout: 10_000, connectionsCheckingInterval: 1_000 },
    frameworkErrors: (_error, request, reply) => {
      // A path that cannot be decoded meets no hook.
      answerUnrouted(request, reply);
      noteAnswer(request, reply);
    },
  });
  app.server.maxConnections = 2_000;
  const visits = createPageVisits(now);

  app.addHook("onRequest", async (request, reply) => {
    if (request.is404) return answerUnrouted(request, reply);
    return void reply.headers(API_HEADERS);
  });
  // A connection whose request was in work when the server was told to stop ends with its answer.
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
  app.addHook("onResponse", async (request, reply) => noteAnswer(request, reply));
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply));

  registerHealth(app, store, now);
  registerRest(app, {
    store,
    onStored: options.onStored ?? (() => {}),
    onShed: () => options.metrics?.shed(),
    rateLimit: createRateLimit(environment.ratePerMinute, now),
    allowedOrigins: environment.allowedOrigins,
    form: { renderRequestPage, visits, pageHeaders: site.pageHeaders, now },
    mostInFlight: options.mostInFlight ?? 256,
  });
  return app;

  function noteAnswer(request: FastifyRequest, reply: FastifyReply): void {
    logRequest(request, reply);
    const { method, url } = request;
    const seconds = reply.elapsedTime / 1000;
    options.metrics?.answered({ method, url, status: reply.statusCode, seconds });
  }

  /** Everything without a route is the site's, and never read as a body. */
  function answerUnrouted(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    if (/^\/(rest\/v1\/|health$)/.test(request.url)) {
      return sendRefusal(reply.headers(API_HEADERS), methodNotAllowed);
    }
    if (/^\/(\?|$)/.test(request.url) && request.method === "GET") visits.note(request.ip);
    return site.answer(request, reply);
  }
}

const API_HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
};

function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error);
  if (error instanceof StoreUnavailable) {
    request.log.error({ reason: error.message }, "a request could not be stored");
    reply.header("retry-after", "5");
  } else if (refusal.status >= 500) {
    request.log.error({ cause: describe(error) }, "a bug");
  }
  return sendRefusal(reply, refusal);
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof StoreUnavailable) return storeUnavailable;
  const { statusCode = 500 } = error as { statusCode?: number };
  if (statusCode === 413) return bodyTooLarge;
  if (statusCode === 415) return unsupportedMediaType;
  return statusCode < 500 ? emptyOrInvalidJson : internalError;
}

function timestamp(): string {
  return `,"time":"${new Date().toISOString()}"`;
}

/** The error without what a database attaches to it: details may hold what a visitor typed. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}

/** One line a request: no query, no body, no address of a visitor. */
function logRequest(request: FastifyRequest, reply: FastifyReply): void {
  const [path = ""] = request.url.split(/[?#]/, 1);
  const facts = {
    method: request.method,
    path: path.slice(0, 200),
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime * 10) / 10,
  };
  request.log.info(facts, "request");
}
