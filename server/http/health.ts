import type { FastifyInstance } from "fastify";

import { reasonOf } from "../log.ts";
import type { RequestStore } from "../store/store.ts";

/** `GET /health`: whether requests can be stored, as far as a look at the database tells. */
export async function health(
  app: FastifyInstance,
  { store }: { store: RequestStore },
): Promise<void> {
  app.get("/health", async (_request, reply) => {
    try {
      store.check();
      return { status: "ok" };
    } catch (error) {
      // The reason names folders, so only the log gets it.
      app.log.error({ reason: reasonOf(error) }, "store unavailable");
      return reply.code(503).send({ status: "store unavailable" });
    }
  });
}
