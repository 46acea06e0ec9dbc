import type { FastifyInstance } from "fastify";

import { StoreUnavailable, type Promises, type RequestStore } from "./store.ts";

type Health = ({ status: "ok" } & Promises) | { status: "store unavailable" };

/** One look at the store answers everybody for this long: a flood of questions costs it nothing. */
const FRESH_MILLISECONDS = 1_000;

/** `GET /health`: whether a request could be stored now, and what the provider still owes. */
export function registerHealth(app: FastifyInstance, store: RequestStore, now: () => number): void {
  let latest: { at: number; health: Promise<Health> } | undefined;

  app.get("/health", async (_request, reply) => {
    if (!latest || now() - latest.at >= FRESH_MILLISECONDS) {
      latest = { at: now(), health: examine() };
    }
    const health = await latest.health;
    return reply.code(health.status === "ok" ? 200 : 503).send(health);
  });

  async function examine(): Promise<Health> {
    try {
      await store.check();
      return { status: "ok", ...(await store.outbox.promises()) };
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      // The reason names folders and hosts: it is for the log.
      app.log.error({ reason: error.message }, "the store does not answer");
      return { status: "store unavailable" };
    }
  }
}
