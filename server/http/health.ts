import { setTimeout as delay } from "node:timers/promises";

import type { FastifyInstance } from "fastify";

import { reasonOf } from "../log.ts";
import type { RequestStore } from "../store/store.ts";

/** `GET /health`: whether an insert would succeed now, which it tries. */
export async function health(
  app: FastifyInstance,
  { store }: { store: RequestStore },
): Promise<void> {
  /** All HTTP requests that arrive during a check, or within a second after it, share it. */
  let checking: Promise<boolean> | undefined;

  app.get("/health", async (_request, reply) => {
    checking ??= check().finally(() => setTimeout(() => (checking = undefined), SHARED_MS).unref());
    const isAvailable = await Promise.race([checking, timeOut()]);
    return isAvailable ? { status: "ok" } : reply.code(503).send({ status: "store unavailable" });
  });

  async function check(): Promise<boolean> {
    try {
      await store.check();
      return true;
    } catch (error) {
      // The reason names folders and hosts, so only the log gets it.
      app.log.error({ reason: reasonOf(error) }, "store unavailable");
      return false;
    }
  }
}

/** How long a result is shared, so that nobody can keep the database busy by asking. */
const SHARED_MS = 1_000;

/** A store that takes longer to respond counts as unavailable. */
const MAX_CHECK_MS = 500;

async function timeOut(): Promise<false> {
  await delay(MAX_CHECK_MS, undefined, { ref: false });
  return false;
}
