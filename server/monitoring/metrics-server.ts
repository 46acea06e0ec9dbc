import fastify from "fastify";

import type { Metrics } from "./metrics.ts";

/**
 * Serves `GET /metrics` until the process ends, on its own address, apart from the site. Resolves
 * to the URL; rejects when it cannot listen.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  metrics: Pick<Metrics, "write" | "contentType">,
): Promise<string> {
  const app = fastify();
  app.get("/metrics", async (_request, reply) => {
    reply.type(metrics.contentType);
    return metrics.write();
  });
  await app.listen({ host, port });
  app.server.unref();
  return `${app.listeningOrigin}/metrics`;
}
