import { createServer, type IncomingHttpHeaders } from "node:http";

/** Records webhooks. */
export type WebhookReceiver = {
  url: string;
  received: { headers: IncomingHttpHeaders; body: string }[];
  /** Statuses of the next responses; after them, 204. */
  statuses: number[];
  stop(): Promise<void>;
};

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      receiver.received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      response.writeHead(receiver.statuses.shift() ?? 204, { location: "/elsewhere" }).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    received: [],
    statuses: [],
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
