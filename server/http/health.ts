import { setTimeout as delay } from "node:timers/promises";

import type { FastifyInstance } from "fastify";

import type { Backlog, RequestStore } from "../store/store.ts";

type Health = ({ status: "ok" } & Backlog) | { status: "store unavailable" };

/** One look at the store answers everybody for this long: a flood of questions costs it nothing. */
const FRESH_MS = 1_000;

/** A store that takes longer to answer is not available. */
const MAX_CHECK_MS = 500;

/** `GET /health`: whether a request could be stored now, and what is still to be done. */
export async function health(
  app: FastifyInstance,
  { store, now }: { store: RequestStore; now: () => number },
): Promise<void> {
  let latest: { at: number; health: Promise<Health> } | undefined;

  app.get("/health", async (_request, reply) => {
    if (!latest || now() - latest.at >= FRESH_MS) latest = { at: now(), health: examine() };
    const result = await latest.health;
    return reply.code(result.status === "ok" ? 200 : 503).send(result);
  });

  async function examine(): Promise<Health> {
    try {
      return await Promise.race([look(), failLate()]);
    } catch (error) {
      // The reason names folders and hosts: it is for the log.
      app.log.error({ reason: error instanceof Error ? error.message : "" }, "store unavailable");
      return { status: "store unavailable" };
    }
  }

  async function look(): Promise<Health> {
    await store.check();
    return { status: "ok", ...(await store.outbox.backlog()) };
  }
}

async function failLate(): Promise<never> {
  await delay(MAX_CHECK_MS, undefined, { ref: false });
  throw new Error("the store did not answer in time");
}
