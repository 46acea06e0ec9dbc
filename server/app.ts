import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";

import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from "fastify";

import { createAddressOf } from "./address.ts";
import type { Environment } from "./environment.ts";
import { gather } from "./gather.ts";
import { registerHealth } from "./health.ts";
import { answerLine, timestamp, type LogLines } from "./log-lines.ts";
import type { Answer, Metrics } from "./metrics.ts";
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
  log?: LogLines;
  now?: () => number;
  mostInFlight?: number;
};

/**
 * The whole server but for its port: the one REST resource and health are Fastify's, the site is
 * answered out of memory before Fastify hears of it.
 */
export function buildApp(options: AppOptions): FastifyInstance {
  const { store, site, renderRequestPage, environment, now = Date.now } = options;
  const app: FastifyInstance = fastify({
    logger: options.log ? { stream: options.log, base: null, timestamp } : false,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: environment.trustProxy,
    // After SIGTERM, requests on open connections are still answered, and the connections closed.
    return503OnClosing: false,
    forceCloseConnections: "idle",
    serverFactory: (answerApi) =>
      createServer(SERVER_OPTIONS, (request, response) => {
        if (isApi(request)) answerApi(request, response);
        else answerSiteSoon({ request, response, arrived: performance.now() });
      }),
    frameworkErrors: (_error, request, reply) => {
      // A path that cannot be decoded meets no hook.
      sendRefusal(reply.headers(API_HEADERS), methodNotAllowed);
      noteReply(request, reply);
    },
  });
  app.server.maxConnections = 2_000;
  const visits = createPageVisits(now);
  const addressOf = createAddressOf(environment.trustProxy);
  const answerSiteSoon = gather<Exchange>(
    (all) => {
      all.forEach(answerSite);
      const answered = performance.now();
      for (const exchange of all) noteExchange(exchange, answered);
    },
    { isMoreComing: watchConnections(app.server), now },
  );

  app.addHook("onRequest", async (request, reply) => {
    reply.headers(API_HEADERS);
    if (request.is404) await sendRefusal(reply, methodNotAllowed);
  });
  // A connection whose request was in work when the server was told to stop ends with its answer.
  let closing = false;
  app.addHook("preClose", async () => {
    closing = true;
  });
  app.addHook("onSend", async (_request, reply) => {
    if (closing) reply.header("connection", "close");
  });
  app.addHook("onResponse", async (request, reply) => noteReply(request, reply));
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

  function answerSite({ request, response }: Exchange): void {
    const { method = "", url = "" } = request;
    try {
      if (closing) response.setHeader("connection", "close");
      if (/^\/(\?|$)/.test(url) && method === "GET") visits.note(addressOf(request));
      site.answer(request, response);
    } catch (error) {
      app.log.error({ cause: describe(error) }, "a bug");
      response.destroy();
    }
  }

  function noteExchange({ request, response, arrived }: Exchange, answered: number): void {
    const { method = "", url = "" } = request;
    const seconds = (answered - arrived) / 1000;
    noteAnswer({ method, url, status: response.statusCode, seconds });
  }

  function noteReply(request: FastifyRequest, reply: FastifyReply): void {
    const { method, url } = request;
    const seconds = reply.elapsedTime / 1000;
    noteAnswer({ method, url, status: reply.statusCode, seconds });
  }

  function noteAnswer(answer: Answer): void {
    options.log?.write(answerLine(answer));
    options.metrics?.answered(answer);
  }
}

/**
 * Whether a connection was accepted since it was last asked. Node accepts one in a turn of its loop:
 * if each turn began with answers, the last of a crowd would wait for those of all before it.
 */
function watchConnections(server: Server): () => boolean {
  let accepted = false;
  server.on("connection", () => {
    accepted = true;
  });
  return () => {
    const was = accepted;
    accepted = false;
    return was;
  };
}

/** A request for a part of the site, and its answer. */
type Exchange = { request: IncomingMessage; response: ServerResponse; arrived: number };

const SERVER_OPTIONS = {
  // Who is slow to speak is cut off.
  headersTimeout: 10_000,
  requestTimeout: 15_000,
  keepAliveTimeout: 10_000,
  connectionsCheckingInterval: 1_000,
  // A request that has no body is not made a stream of one: a tenth of its cost.
  optimizeEmptyRequests: true,
};

/** Everything else is the site's, and never read as a body. */
function isApi({ url = "" }: IncomingMessage): boolean {
  return /^\/(rest\/v1\/|health(\?|$))/.test(url);
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

/** The error without what a database attaches to it: details may hold what a visitor typed. */
function describe(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  return { name: error.name, message: error.message, stack: error.stack };
}
