import fastify from "fastify";

import { explainListenError } from "../http/listen.ts";
import type { Metrics } from "./metrics.ts";

/** Serves `GET /metrics` until the process ends, on its own address, apart from the site. */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  metrics: Pick<Metrics, "write" | "contentType">,
): Promise<{ kind: "listening"; url: string } | { kind: "failed"; problem: string }> {
  const app = fastify();
  app.get("/metrics", async (_request, reply) => {
    reply.type(metrics.contentType);
    return metrics.write();
  });
  try {
    await app.listen({ host, port });
  } catch (error) {
    const names = { host: "METRICS_ADDRESS", port: "METRICS_ADDRESS" };
    return { kind: "failed", problem: explainListenError(error, { host, port }, names) };
  }
  app.server.unref();
  return { kind: "listening", url: `${app.listeningOrigin}/metrics` };
}
