/** Sends requests to PostgREST with a table that has the specification's fields and nothing else. */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";
import { connect, createServer as createTcpServer, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";

import { TABLE } from "../../../contract/routes.ts";
import { FIELDS, isList } from "../../../domain/fields.ts";
import {
  findPostgresProblem,
  startPostgres,
  type HostedCluster,
  type HostedDatabase,
} from "../../../test-support/services/postgres.ts";
import { hasPostgrest, startPostgrest } from "../../../test-support/services/postgrest.ts";
import { FULL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import { submitRequirement, type Clock } from "./submit-requirement.ts";

describe.skipIf(findPostgresProblem() !== null || !hasPostgrest)("on a plain table", () => {
  let cluster: HostedCluster;
  let database: HostedDatabase;
  let api: Awaited<ReturnType<typeof startPostgrest>>;

  beforeAll(async () => {
    cluster = await startPostgres();
    database = await cluster.createDatabase({ setup: "none" });
    const columns = FIELDS.map((field) => `${field} ${isList(field) ? "text[]" : "text"}`);
    await database.run(`
      create table ${TABLE} (${columns.join()});
      grant select, insert on ${TABLE} to anon`);
    api = await startPostgrest(database.authenticatorUrl);
  });

  afterAll(async () => {
    await api.stop();
    await cluster.stop();
  });

  /** `respond` gets each response to an insert that PostgREST has stored. */
  type Respond = (response: ServerResponse, body: string) => void;

  async function sendThrough(respond: Respond, clock?: Clock) {
    await database.run(`truncate ${TABLE}`);
    const gateway = createServer(async (request, response) => {
      const { prefer = "" } = request.headers as { prefer?: string };
      const stored = await fetch(`${api.url}${request.url}`, {
        method: "POST",
        headers: { "content-type": "application/json", prefer },
        body: await text(request),
      });
      expect(stored.status).toBe(201);
      respond(response, await stored.text());
    });
    gateway.listen(0, "127.0.0.1");
    await once(gateway, "listening");
    const { port } = gateway.address() as AddressInfo;
    const outcome = await submitRequirement(
      FULL_REQUIREMENT,
      { url: `http://127.0.0.1:${port}`, isOwnServer: false },
      { idempotencyKey: crypto.randomUUID(), ...(clock && { clock }) },
    );
    gateway.closeAllConnections();
    gateway.close();
    return { outcome, rows: await database.run(`select * from ${TABLE}`) };
  }

  test("a request is stored, without a reference and a due time", async () => {
    const { outcome, rows } = await sendThrough((response, body) =>
      response.writeHead(201, { "content-type": "application/json" }).end(body),
    );
    expect(outcome).toEqual({ kind: "stored", reference: null, replyDue: null });
    expect(rows).toEqual([FULL_REQUIREMENT]);
  });

  test.each<[string, Respond]>([
    ["the gateway responds 502", (response) => response.writeHead(502).end("<html>")],
    ["the response is lost", (response) => response.destroy()],
  ])(
    "when %s, one row is stored, and the visitor reads that it may be",
    async (_title, respond) => {
      const { outcome, rows } = await sendThrough(respond);
      expect(outcome).toMatchObject({ mayBeStored: true });
      expect(rows).toEqual([FULL_REQUIREMENT]);
    },
  );

  test("when the database's connection is cut while it answers COMMIT, one row is stored, and the visitor reads that it may be", async () => {
    await database.run(`truncate ${TABLE}`);
    const proxy = await startCuttingProxy(database.authenticatorUrl);
    onTestFinished(proxy.stop);
    const { url, stop } = await startPostgrest(proxy.url);
    onTestFinished(stop);
    proxy.cutNextCommit();
    const outcome = await submitRequirement(
      FULL_REQUIREMENT,
      { url, isOwnServer: false },
      { idempotencyKey: crypto.randomUUID() },
    );
    expect(outcome).toMatchObject({ mayBeStored: true });
    expect(await database.run(`select * from ${TABLE}`)).toEqual([FULL_REQUIREMENT]);
  });

  test("when the response is late, one row is stored, and the visitor reads that it is", async () => {
    const { promise: isDue, resolve: respondNow } = Promise.withResolvers<void>();
    const { promise: isStored, resolve: storedNow } = Promise.withResolvers<void>();
    const LATE_MS = 11_000;
    const clock: Clock = {
      now: () => 0,
      wait: async () => {},
      // Simulates a response that comes `LATE_MS` after the row is stored.
      timeout: (duration) => {
        const timeout = new AbortController();
        void isStored.then(() => (duration > LATE_MS ? respondNow() : timeout.abort()));
        return timeout.signal;
      },
    };
    const { outcome, rows } = await sendThrough(async (response, body) => {
      storedNow();
      await isDue;
      response.writeHead(201, { "content-type": "application/json" }).end(body);
    }, clock);
    expect(outcome.kind).toBe("stored");
    expect(rows).toEqual([FULL_REQUIREMENT]);
  });
});

/** Forwards connections to PostgreSQL. Can end the next one in which PostgreSQL answers COMMIT, so that the answer is lost. */
async function startCuttingProxy(databaseUrl: string) {
  const { hostname, port } = new URL(databaseUrl);
  let isCutting = false;
  const server = createTcpServer((client) => {
    const upstream = connect(Number(port), hostname);
    client.pipe(upstream);
    upstream.on("data", (chunk) => {
      if (!isCutting || !chunk.includes("COMMIT\0")) return client.write(chunk);
      isCutting = false;
      return client.destroy();
    });
    client.on("error", () => {}).on("close", () => upstream.destroy());
    upstream.on("error", () => {}).on("close", () => client.destroy());
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port: proxyPort } = server.address() as AddressInfo;
  return {
    url: databaseUrl.replace(port, String(proxyPort)),
    cutNextCommit: () => (isCutting = true),
    stop: () => void server.close(),
  };
}
