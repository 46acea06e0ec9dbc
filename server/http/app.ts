import underPressure from "@fastify/under-pressure";
import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
} from "fastify";

import type { Config } from "../config.ts";
import { form, FORM_TYPE } from "../form/form-route.ts";
import { createFillTimes } from "../form/minimum-fill-time.ts";
import type { RenderRequestPage } from "../form/request-page.ts";
import { createDropLog } from "../monitoring/drop-log.ts";
import type { Metrics } from "../monitoring/metrics.ts";
import type { RequestStore } from "../store/store.ts";
import { badRequest, methodNotAllowed } from "./insert/api-error.ts";
import { limitBodies } from "./limits/bodies.ts";
import { limitConnections, WRITE_BYTES, type DropReason } from "./limits/connections.ts";
import { health } from "./health.ts";
import type { InsertRouteOptions } from "./insert/insert-outcome.ts";
import { limitInserts } from "./limits/inserts.ts";
import { limitRate } from "./limits/rate-limit.ts";
import { RequestLog } from "./request-log.ts";
import { rest, sendError } from "./insert/rest.ts";
import type { StaticSite } from "./static-files.ts";
import { staticSite } from "./static-site.ts";
import { toRoutable } from "./url.ts";

export type AppOptions = {
  store: RequestStore;
  site: StaticSite;
  renderRequestPage: RenderRequestPage;
  config: Pick<Config, "ratePerMinute" | "trustProxy" | "allowedOrigins">;
  metrics?: Pick<Metrics, "countResponse" | "countInsert" | "countDropped">;
  log?: FastifyBaseLogger;
  clock?: Clock;
  /** Inserts waiting for the store at once before the next one is shed. */
  maxInserts?: number;
};

export type Clock = {
  /** Milliseconds since 1970. */
  now: () => number;
  /** Milliseconds since some time; never goes back. */
  monotonic: () => number;
};

const SYSTEM_CLOCK: Clock = { now: Date.now, monotonic: () => performance.now() };

/** More make an overloaded server slower for all: at 1,000 inserts a second, the last waits 0.13 s. */
const MAX_INSERTS = 128;

/** Node allows 2,000: at five bytes each, they take ten times their size in memory. */
const MAX_HEADERS = 100;

/** Average event loop delay beyond which responses close their connection. */
const MAX_LOOP_DELAY_MS = 20;

/** The server, without its port. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { store, site, config, metrics, clock = SYSTEM_CLOCK, maxInserts = MAX_INSERTS } = options;
  const app: FastifyInstance = fastify({
    ...(options.log && { loggerInstance: options.log }),
    logController: new RequestLog(),
    trustProxy: config.trustProxy,
    rewriteUrl: ({ url }) => toRoutable(url),
    routerOptions: { constraints: { form: FORM_CONSTRAINT } },
    // Slow senders are cut off.
    http: {
      headersTimeout: 10_000,
      connectionsCheckingInterval: 1_000,
      // Checked by `hasOneHost`: Node's own response would bypass the limits of connections.ts.
      requireHostHeader: false,
      highWaterMark: WRITE_BYTES,
    },
    requestTimeout: 15_000,
    keepAliveTimeout: 10_000,
    // After SIGTERM, requests on open connections still get responses, and the connections are closed.
    return503OnClosing: false,
  });
  app.decorateRequest("insertOutcome", null);
  app.server.maxHeadersCount = MAX_HEADERS;
  const logDropped = createDropLog(app.log);
  const onDropped = (reason: DropReason) => {
    metrics?.countDropped(reason);
    logDropped(reason);
  };
  await app.register(underPressure, {
    maxEventLoopDelay: MAX_LOOP_DELAY_MS,
    sampleInterval: 100,
    // `connections.ts` uses `isUnderPressure`; requests still get responses.
    pressureHandler: () => undefined,
  });
  limitConnections(app, onDropped);
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const labels = { method, route: routeOptions.url ?? "none", status: reply.statusCode };
    metrics?.countResponse(labels, reply.elapsedTime / 1000);
    done();
  });
  app.addHook("onRequest", async (request, reply) => {
    if (!hasOneHost(request.raw)) return sendError(reply.headers(API_HEADERS), badRequest);
    // Before any body is read.
    if (request.is404) {
      return sendError(reply.headers(API_HEADERS).header("allow", "GET, HEAD"), methodNotAllowed);
    }
    return undefined;
  });

  const limits = { perMinute: config.ratePerMinute, now: clock.monotonic };
  const insertOptions: InsertRouteOptions = {
    insert: limitInserts(store, { max: maxInserts, now: clock.monotonic }),
    onInsert: [await limitRate(app, limits), limitBodies(() => onDropped("body"))],
    record(request, outcome) {
      metrics?.countInsert(outcome.kind);
      request.insertOutcome = outcome;
    },
  };
  const fillTimes = createFillTimes(clock.monotonic);

  await app.register(async (api) => {
    api.addHook("onRequest", (_request, reply, done) => {
      reply.headers(API_HEADERS);
      done();
    });
    await api.register(health, { store, now: clock.monotonic });
    const prefix = "/rest/v1";
    const { allowedOrigins } = config;
    await api.register(rest, { ...insertOptions, allowedOrigins, prefix });
    await api.register(form, {
      ...insertOptions,
      renderRequestPage: options.renderRequestPage,
      fillTimes,
      pageHeaders: site.pageHeaders,
      now: clock.now,
      prefix,
    });
  });
  await app.register(async (pages) => {
    pages.addHook("onRequest", async ({ ip, params }) => {
      if ((params as { "*"?: string })["*"] === "") fillTimes.noteVisit(ip);
    });
    await staticSite(pages, site);
  });
  return app;
}

function hasOneHost({ rawHeaders, httpVersion }: FastifyRequest["raw"]): boolean {
  const hosts = rawHeaders.filter((name, at) => at % 2 === 0 && /^host$/i.test(name)).length;
  return hosts === 1 || (hosts === 0 && httpVersion === "1.0");
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
