import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * Serves what `write` gives as `GET /metrics` until the process ends, on an address of its own,
 * apart from the site. Resolves to where; rejects when the address cannot be had.
 */
export async function serveMetrics(
  { host, port }: { host: string; port: number },
  write: () => Promise<string>,
): Promise<string> {
  const server = createServer((request, response) => {
    if (request.method !== "GET" || request.url !== "/metrics") {
      response.writeHead(404).end();
      return;
    }
    write().then(
      (text) => {
        response.writeHead(200, { "content-type": "text/plain; version=0.0.4; charset=utf-8" });
        response.end(text);
      },
      () => response.writeHead(500).end(),
    );
  });
  server.listen(port, host).unref();
  await once(server, "listening");
  const { address, family, port: taken } = server.address() as AddressInfo;
  return `http://${family === "IPv6" ? `[${address}]` : address}:${taken}/metrics`;
}
