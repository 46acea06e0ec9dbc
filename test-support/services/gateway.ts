import { once } from "node:events";
import { createServer, request as send } from "node:http";
import type { AddressInfo } from "node:net";

/** Starts an HTTP proxy that can cut the connections of POSTs after the target has responded. */
export async function startGateway(target: string) {
  let cutsPosts = false;
  const server = createServer((request, response) => {
    const { url, method, headers } = request;
    const upstream = send(target + url, { method, headers }, (answer) => {
      if (method === "POST" && cutsPosts) {
        request.socket.destroy();
        return;
      }
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    request.pipe(upstream);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutPosts: (isOn: boolean) => {
      cutsPosts = isOn;
    },
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
