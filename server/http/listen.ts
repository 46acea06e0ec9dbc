import { once } from "node:events";
import { createServer } from "node:net";

import type { FastifyInstance } from "fastify";

import { reasonOf } from "../log.ts";

/** Resolves to null on success, or to the reason for a failure. */
export async function listen(
  app: FastifyInstance,
  { port, host }: { port: number; host: string },
): Promise<string | null> {
  const { level } = app.log;
  try {
    // Hides Fastify's start message, because main.ts prints its own.
    app.log.level = "warn";
    await app.listen({ host, port });
    return null;
  } catch (error) {
    return toListenProblem(error);
  } finally {
    app.log.level = level;
  }
}

/** Resolves to the reason why a server could not listen, or to null. */
export async function findListenProblem(address: {
  port: number;
  host: string;
}): Promise<string | null> {
  try {
    const server = createServer().listen(address);
    await once(server, "listening");
    server.close();
    await once(server, "close");
    return null;
  } catch (error) {
    return toListenProblem(error);
  }
}

function toListenProblem(error: unknown): string {
  return `The server cannot listen (${reasonOf(error)}): set another PORT or HOST.`;
}

const SHUTDOWN_GRACE_MS = 8_000;

/** Shorter than the timeouts of systemd and podman in docs/deploy.md. */
const SHUTDOWN_TIMEOUT_MS = 9_500;

export async function close(app: FastifyInstance, graceMs = SHUTDOWN_GRACE_MS): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await app.close();
  clearTimeout(timer);
}

/** Runs `stop` on the first SIGTERM or SIGINT, then exits. Exits anyway if the database does not respond. */
export function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_TIMEOUT_MS);
    await stop();
    process.exit(0);
  };
  process.on("SIGTERM", end).on("SIGINT", end);
}
