import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";

import type { FastifyInstance, FastifyListenOptions } from "fastify";

/** Node accepts one connection per listening socket in each turn of its event loop. */
const SOCKETS = 32;

/** Connections that may wait to be accepted; beyond it, the client's system retries seconds later. */
const BACKLOG = 2_048;

/**
 * Listens with several sockets on one address. Linux distributes new connections over them, so that
 * more are accepted in each turn of a busy event loop. Rejects when the address is in use.
 */
export async function listenOnAll(
  app: FastifyInstance,
  address: { host: string; port: number },
): Promise<void> {
  const acceptors: Server[] = [];
  let closed: Promise<unknown> = Promise.resolve();
  app.addHook("preClose", async () => {
    closed = Promise.all(acceptors.map((acceptor) => once(acceptor.close(), "close")));
  });
  app.addHook("onClose", () => closed.then(() => undefined));

  const reusePort = process.platform === "linux";
  const { host } = address;
  // A port opened with `reusePort` could be shared with another process by mistake.
  const port = reusePort ? await findPort(address) : address.port;
  const options = { host, port, backlog: BACKLOG, reusePort };
  await app.listen(options as FastifyListenOptions);
  for (let index = 1; index < (reusePort ? SOCKETS : 1); index += 1) {
    const acceptor = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
      app.server.emit("connection", socket);
    });
    acceptors.push(acceptor);
    await once(acceptor.listen(options), "listening");
  }
}

/** Rejects when the port is in use; for port 0, resolves to a free one. */
async function findPort(address: { host: string; port: number }): Promise<number> {
  const server = createServer().listen(address);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}
