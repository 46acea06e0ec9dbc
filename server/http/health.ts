import { setTimeout as delay } from "node:timers/promises";

import type { FastifyInstance } from "fastify";

import { reasonOf } from "../log.ts";
import type { Backlog, RequirementStore } from "../store/store.ts";

type Health = ({ status: "ok" } & Backlog) | { status: "store unavailable" };

/** A store that takes longer to respond counts as unavailable. */
const MAX_CHECK_MS = 500;

/** `GET /health`: whether a request could be stored now, and the backlog. */
export async function health(
  app: FastifyInstance,
  { store }: { store: RequirementStore },
): Promise<void> {
  /** All HTTP requests that arrive during a check share it. */
  let checking: Promise<Health> | undefined;

  app.get("/health", async (_request, reply) => {
    checking ??= check().finally(() => (checking = undefined));
    const result = await checking;
    return reply.code(result.status === "ok" ? 200 : 503).send(result);
  });

  async function check(): Promise<Health> {
    try {
      return await Promise.race([readStatus(), timeOut()]);
    } catch (error) {
      // The reason names folders and hosts, so only the log gets it.
      app.log.error({ reason: reasonOf(error) }, "store unavailable");
      return { status: "store unavailable" };
    }
  }

  async function readStatus(): Promise<Health> {
    await store.check();
    return { status: "ok", ...(await store.outbox.backlog()) };
  }
}

async function timeOut(): Promise<never> {
  await delay(MAX_CHECK_MS, undefined, { ref: false });
  throw new Error("the store did not respond in time");
}
