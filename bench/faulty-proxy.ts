import { createServer, type Server, type ServerResponse } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** What a bad network or a bad gateway does to a request. */
const FAULTS = ["drop before", "drop after", "reset", "delay", "5xx before", "5xx after"] as const;

export type Fault = (typeof FAULTS)[number];

export type FaultyProxy = {
  url: string;
  faults: Map<Fault, number>;
  stop(): Promise<void>;
};

/** Passes requests on to `target`, but for a share of them that meets a fault, drawn by `random`. */
export async function startFaultyProxy(
  target: string,
  share: number,
  random: () => number,
): Promise<FaultyProxy> {
  const faults = new Map<Fault, number>();
  const server: Server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("error", () => {});
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const fault = random() < share ? FAULTS[Math.floor(random() * FAULTS.length)] : undefined;
      if (fault) faults.set(fault, (faults.get(fault) ?? 0) + 1);
      const headers = new Headers(Object.entries(request.headersDistinct).flatMap(flatten));
      for (const name of ["host", "connection", "content-length"]) headers.delete(name);
      const forward = () =>
        fetch(new URL(request.url ?? "/", target), {
          method: request.method ?? "GET",
          headers,
          body: Buffer.concat(chunks),
        });
      void answer(fault, forward, response);
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    faults,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function answer(
  fault: Fault | undefined,
  forward: () => Promise<Response>,
  response: ServerResponse,
): Promise<void> {
  switch (fault) {
    case "drop before":
      response.destroy();
      return;
    case "reset":
      response.socket?.resetAndDestroy();
      return;
    case "5xx before":
      response.writeHead(502).end();
      return;
    case "drop after":
      await forward();
      response.destroy();
      return;
    case "5xx after":
      await forward();
      response.writeHead(504).end();
      return;
    case "delay":
      await delay(150);
      break;
    case undefined:
  }
  const reply = await forward();
  const headers = new Headers(reply.headers);
  for (const name of ["connection", "keep-alive", "transfer-encoding"]) headers.delete(name);
  response.writeHead(reply.status, Object.fromEntries(headers));
  response.end(Buffer.from(await reply.arrayBuffer()));
}

function flatten([name, values]: [string, string[] | undefined]): [string, string][] {
  return (values ?? []).map((value) => [name, value]);
}
