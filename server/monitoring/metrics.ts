import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "@prometheus-io/client";

import type { InsertOutcome } from "../http/insert/insert-outcome.ts";
import type { RequestStore } from "../store/store.ts";

export type Metrics = ReturnType<typeof createMetrics>;

const OUTCOMES: readonly InsertOutcome["kind"][] = [
  "stored",
  "duplicate",
  "rejected",
  "limited",
  "shed",
  "unavailable",
  "failed",
];

/** Metrics of the library's own whose names Prometheus' checker rejects. */
const MISNAMED = [
  "nodejs_active_handles_total",
  "nodejs_active_requests_total",
  "nodejs_active_resources_total",
  "nodejs_eventloop_utilization_histogram",
  "nodejs_eventloop_utilization_summary",
];

/** Counts what one server does, for Prometheus. */
export function createMetrics(store: Pick<RequestStore, "check" | "outbox">) {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const responses = new Counter({
    name: "http_requests_total",
    help: "HTTP responses.",
    labelNames: ["route", "method", "status"],
    registers,
  });
  const durations = new Histogram({
    name: "http_request_duration_seconds",
    help: "Time to answer a request.",
    labelNames: ["route"],
    registers,
  });
  const inserts = new Counter({
    name: "inserts_total",
    help: "Attempts to send a request, by outcome.",
    labelNames: ["outcome"],
    registers,
  });
  // Counters start at 0 instead of missing, so that an alert sees the first increase.
  for (const outcome of OUTCOMES) inserts.inc({ outcome }, 0);
  const backlog = createBacklogGauges(registry, store);

  return {
    /** `route` is the pattern of a route: a client must not be able to create new labels. */
    countResponse(labels: { method: string; route: string; status: number }, seconds: number) {
      responses.inc(labels);
      durations.observe({ route: labels.route }, seconds);
    },
    countInsert: (outcome: InsertOutcome["kind"]) => inserts.inc({ outcome }),
    contentType: registry.contentType,
    /** All counters, and the state of the store: slow when the store does not respond. */
    async write(): Promise<string> {
      await backlog.update();
      return registry.metrics();
    },
  };
}

/** The backlog is left out while the store does not respond: a guess could end an alert. */
function createBacklogGauges(registry: Registry, store: Pick<RequestStore, "check" | "outbox">) {
  const registers = [registry];
  const up = new Gauge({
    name: "store_up",
    help: "Whether a request could be stored now.",
    registers,
  });
  const gauges = BACKLOG.map(
    ([field, name, help]) => [field, new Gauge({ name, help, registers })] as const,
  );
  return {
    async update(): Promise<void> {
      try {
        await store.check();
        const backlog = await store.outbox.backlog();
        up.set(1);
        for (const [field, gauge] of gauges) gauge.set(backlog[field]);
      } catch {
        // The cause is logged where the store is used.
        up.set(0);
        for (const [, gauge] of gauges) gauge.remove();
      }
    },
  };
}

const BACKLOG = [
  ["undelivered", "outbox_undelivered", "Notifications not delivered yet."],
  ["failing", "outbox_failing", "Those among them that failed before."],
  ["oldest_undelivered_seconds", "outbox_oldest_undelivered_seconds", "Age of the oldest of them."],
  ["unannounced", "requests_unannounced", "Recent requests that no channel was queued for."],
  ["overdue_replies", "replies_overdue", "Requests not marked as replied after the promised time."],
] as const;
