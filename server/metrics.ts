import { monitorEventLoopDelay } from "node:perf_hooks";

import { createCounter, createHistogram, writeMetric, type Sample } from "./prometheus-text.ts";

import { TABLE } from "./refusal.ts";
import { StoreUnavailable, type Insertion, type RequestStore } from "./store.ts";
import { urlPath } from "./url-path.ts";

/** What became of an attempt to send a request; each attempt counts once. */
type InsertOutcome =
  | Insertion["kind"]
  /** Not fit to be stored. */
  | "refused"
  /** Over its address's limit. */
  | "limited"
  /** Turned away because too many were in work. */
  | "shed"
  /** The store did not answer. */
  | "unavailable"
  /** A bug. */
  | "failed";

export type Answer = { method: string; url: string; status: number; seconds: number };

/** Counts what one server does, and tells it in Prometheus' text format. */
export type Metrics = {
  answered(answer: Answer): void;
  shed(): void;
  /** The store, its inserts counted and timed. */
  metered(store: RequestStore): RequestStore;
  /** Everything counted, and a look at the store: that takes seconds when it does not answer. */
  write(store: Pick<RequestStore, "check" | "outbox">): Promise<string>;
};

export function createMetrics(): Metrics {
  const requests = createCounter("http_requests_total", "Requests answered.", [
    "route",
    "method",
    "status",
  ]);
  const durations = createHistogram("http_request_duration_seconds", "Time to answer a request.", [
    "route",
  ]);
  const inserts = createCounter("inserts_total", "Attempts to send a request, by outcome.", [
    "outcome",
  ]);
  const writes = createHistogram(
    "store_insert_duration_seconds",
    "Time to have a request on disk.",
    [],
  );
  const eventLoop = monitorEventLoopDelay({ resolution: 20 });
  eventLoop.enable();
  // What never happened is 0, not missing: an alert must see the first one.
  for (const outcome of OUTCOMES) inserts.labelled(outcome);
  const count = (outcome: InsertOutcome) => inserts.labelled(outcome).add();

  return {
    answered({ method, url, status, seconds }) {
      const route = toRoute(url);
      const known = METHODS.has(method) ? method : "other";
      requests.labelled(route, known, `${status}`).add();
      durations.labelled(route).observe(seconds);
      if (route !== "insert" || method !== "POST") return;
      if (status === 429) count("limited");
      else if (status >= 400 && status < 500 && status !== 409) count("refused");
      else if (status >= 500 && status !== 503) count("failed");
    },
    shed: () => count("shed"),
    metered: (store) => ({
      place: store.place,
      desk: store.desk,
      outbox: store.outbox,
      check: () => store.check(),
      close: () => store.close(),
      async insert(requirement, idempotencyKey) {
        const started = performance.now();
        try {
          const insertion = await store.insert(requirement, idempotencyKey);
          writes.labelled().observe((performance.now() - started) / 1000);
          count(insertion.kind);
          return insertion;
        } catch (error) {
          if (error instanceof StoreUnavailable) count("unavailable");
          throw error;
        }
      },
    }),
    async write(store) {
      const delay = eventLoop.percentile(99) / 1e9;
      eventLoop.reset();
      const gauges = [...(await examine(store)), ...measureProcess(delay)];
      const counted = [requests, durations, inserts, writes].map((each) => each.write());
      return [...counted, ...gauges].join("");
    },
  };
}

const OUTCOMES: readonly InsertOutcome[] = [
  "stored",
  "duplicate",
  "refused",
  "limited",
  "shed",
  "unavailable",
  "failed",
];

const METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "OPTIONS"]);

/** Few names for all addresses: strangers must not make up new ones. */
function toRoute(url: string): string {
  const path = urlPath(url);
  if (path === "/") return "page";
  if (path === `/rest/v1/${TABLE}`) return "insert";
  if (path === "/health") return "health";
  return path.startsWith("/assets/") ? "asset" : "other";
}

/** What the store owes is left out while it does not answer: a guess would end an alert. */
async function examine(store: Pick<RequestStore, "check" | "outbox">): Promise<string[]> {
  const up = (value: number) =>
    gauge("store_up", "Whether a request could be stored now.", { value });
  try {
    await store.check();
    const promises = await store.outbox.promises();
    return [
      up(1),
      gauge("outbox_undelivered", "Requests that a channel has not told of yet.", {
        value: promises.undelivered,
      }),
      gauge("outbox_failing", "Those among them that failed before.", { value: promises.failing }),
      gauge("outbox_oldest_undelivered_seconds", "Age of the oldest of them.", {
        value: promises.oldest_undelivered_seconds,
      }),
      gauge("replies_overdue", "Requests not marked as replied after the promised time.", {
        value: promises.overdue_replies,
      }),
    ];
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    return [up(0)];
  }
}

function measureProcess(eventLoopDelay: number): string[] {
  const { user, system } = process.cpuUsage();
  const cpu = { value: (user + system) / 1e6 };
  const started = { value: Math.round(performance.timeOrigin / 1000) };
  return [
    writeMetric("process_cpu_seconds_total", "counter", "Time on a processor.", [cpu]),
    gauge("process_resident_memory_bytes", "Memory in use.", { value: process.memoryUsage.rss() }),
    gauge("process_start_time_seconds", "When the server started, since 1970.", started),
    gauge("event_loop_delay_p99_seconds", "Delay of the event loop since it was last read.", {
      value: eventLoopDelay,
    }),
  ];
}

function gauge(name: string, help: string, sample: Sample): string {
  return writeMetric(name, "gauge", help, [sample]);
}
