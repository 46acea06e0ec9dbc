import { once } from "node:events";
import { createServer, type AddressInfo, type Server } from "node:net";

import type { FastifyInstance, FastifyListenOptions } from "fastify";

/** Node accepts one connection of each listening socket in a turn of its event loop. */
const SOCKETS = 32;

/** Connections that may wait to be accepted: past it, a visitor's system tries again seconds later. */
const BACKLOG = 2_048;

/**
 * Listens with several sockets on one address, between which Linux divides the connections: where
 * turns of the event loop are long, newcomers wait that much less. Rejects when the address is taken.
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
  // Sockets that share a port share it with another server of ours too: this one would not.
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

/** The port, once it is known to be free; one that is free for 0. */
async function findPort(address: { host: string; port: number }): Promise<number> {
  const server = createServer().listen(address);
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await once(server.close(), "close");
  return port;
}
