import { once } from "node:events";
import { createServer, ServerResponse } from "node:http";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { afterAll, expect, test } from "vitest";

import { prepareHead, writePreparedHead } from "./prepared-head.ts";

const BODY = "A page.";
const HEAD = prepareHead(
  200,
  { "content-type": "text/plain", etag: '"a"', server: "caf\u00e9" },
  BODY.length,
);
const MISSING = prepareHead(404, { "content-type": "text/plain" }, BODY.length);

const prepared = await serve(() => {});
// Who listens to it, as tracing does, has it called.
const checked = await serve((response) => {
  response.writeHead = (...words: unknown[]) =>
    ServerResponse.prototype.writeHead.apply(response, words as never);
});
afterAll(() => {
  prepared.close();
  checked.close();
});

const GET = "GET / HTTP/1.1\r\nHost: a\r\n";

test.each([
  ["a last request", `${GET}Connection: close\r\n\r\n`],
  ["two on a connection", `${GET}\r\n${GET}Connection: close\r\n\r\n`],
  ["HEAD", `HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`],
  ["HTTP/1.0", "GET / HTTP/1.0\r\n\r\n"],
  [
    "HTTP/1.0 that keeps the connection",
    `GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n${GET}Connection: close\r\n\r\n`,
  ],
  ["another status", "GET /missing HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"],
  ["a head that has more to say", "GET /more HTTP/1.1\r\nHost: a\r\n\r\n"],
])("%s is answered byte by byte as writeHead would", async (_, request) => {
  const [fast, slow] = [await ask(prepared, request), await ask(checked, request)];
  expect(fast).toBe(slow);
  expect(fast).toMatch(/^HTTP\/1\.1 (200 OK|404 Not Found)\r\n/);
});

test("Node has what it takes to spare writeHead", () => {
  expect(ServerResponse.prototype).toHaveProperty("_storeHeader");
});

test.each([
  ["a name", { "bad name": "a" }],
  ["a value", { etag: "a\r\nset-cookie: b" }],
])("%s that no header can have is refused", (_, headers) => {
  expect(() => prepareHead(200, headers, 0)).toThrow(/Invalid character|valid HTTP token/);
});

async function serve(change: (response: ServerResponse) => void) {
  const server = createServer({ keepAliveTimeout: 5_000 }, ({ url, method }, response) => {
    change(response);
    if (url === "/more") response.setHeader("connection", "close");
    writePreparedHead(response, url === "/missing" ? MISSING : HEAD);
    response.end(method === "HEAD" ? undefined : BODY);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

/** All that comes back until the server ends the connection, but for the time of day. */
async function ask(server: typeof prepared, request: string): Promise<string> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1", () => socket.write(request));
  socket.setEncoding("latin1");
  return (await text(socket)).replaceAll(/^Date: .*GMT/gm, "Date: now");
}
