import type { FastifyInstance } from "fastify";

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
    return explainListenError(error, { host, port });
  } finally {
    app.log.level = level;
  }
}

function explainListenError(
  error: unknown,
  { host, port }: { host: string; port: number },
): string {
  const code = (error as NodeJS.ErrnoException).code ?? "";
  const reasons: Record<string, string> = {
    EADDRINUSE: `Port ${port} is in use: stop the program that listens there, or set PORT.`,
    EACCES: `Port ${port} may not be used by this user: set PORT to 1024 or higher.`,
    EADDRNOTAVAIL: `HOST "${host}" is not an IP of this machine.`,
    ENOTFOUND: `HOST "${host}" is not a known host name.`,
  };
  return reasons[code] ?? `The server cannot listen on ${host}:${port} (${code}).`;
}

const SHUTDOWN_GRACE_MS = 8_000;

export async function close(app: FastifyInstance, graceMs = SHUTDOWN_GRACE_MS): Promise<void> {
  const timer = setTimeout(() => app.server.closeAllConnections(), graceMs);
  await app.close();
  clearTimeout(timer);
}

/** Runs `stop` on the first SIGTERM or SIGINT, then exits. */
export function onSignal(stop: () => Promise<void>): void {
  let stopping = false;
  const end = async () => {
    if (stopping) return;
    stopping = true;
    await stop();
    process.exit(0);
  };
  process.on("SIGTERM", end).on("SIGINT", end);
}
