import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";

import { afterEach, describe, expect, test } from "vitest";

import { emptyDraft, toDataRequirement } from "../../../domain/data-requirement.ts";
import { submitRequirement, type Backend, type SubmitOutcome } from "./submit-requirement.ts";

const RECORD = toDataRequirement({ ...emptyDraft(), full_name: "Ada", email: "ada@example.org" });
const ROW = { id: "5d0c1f6e-0000-4000-8000-000000000000", created_at: "2026-01-01T00:00:00Z" };
const CREATED: Reply = { status: 201, body: [ROW] };

/** The backend's reply to one HTTP request, or a cut connection. */
type Reply = { status: number; body?: unknown; headers?: Record<string, string> } | "cut";
type Received = { url: string; headers: IncomingHttpHeaders; body: unknown };

const closing: Array<() => void> = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

/** A backend that sends these replies in turn, then repeats the last. */
async function startBackend(...replies: Reply[]) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", headers } = request;
      received.push({ url, headers, body: JSON.parse(Buffer.concat(chunks).toString()) });
      const reply = replies[Math.min(received.length, replies.length) - 1] ?? "cut";
      if (reply === "cut") return void request.socket.destroy();
      response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
      response.end(reply.body === undefined ? "" : JSON.stringify(reply.body));
    });
  });
  closing.push(() => server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const backend: Backend = { url: `http://127.0.0.1:${port}/rest/v1` };
  return { backend, received };
}

async function submitTo(backend: Backend) {
  const waits: number[] = [];
  const outcome = await submitRequirement(RECORD, backend, {
    idempotencyKey: "a-key",
    formUse: { honeypot: "empty", fillMilliseconds: 5_321 },
    random: () => 1,
    wait: async (milliseconds) => {
      waits.push(milliseconds);
    },
  });
  return { outcome, waits };
}

describe("a request that is stored", () => {
  test("is sent as PostgREST's insert with its key, and returned as the row", async () => {
    const { backend, received } = await startBackend(CREATED);
    const { outcome } = await submitTo(backend);
    expect(outcome).toEqual({ kind: "stored", row: ROW });
    const [{ url, headers, body }] = received as [Received];
    expect(url).toMatch(/^\/rest\/v1\/data_requirements\?columns=.*full_name.*&select=\*$/);
    expect(headers).toMatchObject({
      prefer: expect.stringContaining("return=representation") as string,
      "idempotency-key": "a-key",
      "form-honeypot": "empty",
      "form-fill-milliseconds": "5321",
    });
    expect(body).toEqual([RECORD]);
  });

  test("a hosted backend receives its public key", async () => {
    const { backend, received } = await startBackend(CREATED);
    await submitTo({ ...backend, publishableKey: "sb_publishable_x" });
    expect(received[0]?.headers).toMatchObject({ apikey: "sb_publishable_x" });
    expect(received[0]?.headers.authorization).toBeUndefined();
  });
});

describe("a transient failure", () => {
  test.each<[string, Reply]>([
    ["a cut connection", "cut"],
    ["500", { status: 500, body: { message: "?" } }],
    ["502 from a gateway, in HTML", { status: 502, body: "<html>" }],
    ["503", { status: 503, body: { code: "PGRST001", message: "no connection" } }],
    ["408", { status: 408, body: {} }],
    ["425", { status: 425, body: {} }],
  ])("%s: retried with the same key, stored once", async (_title, failure) => {
    const { backend, received } = await startBackend(failure, CREATED);
    const { outcome, waits } = await submitTo(backend);
    expect(outcome.kind).toBe("stored");
    expect(received.map(({ headers }) => headers["idempotency-key"])).toEqual(["a-key", "a-key"]);
    expect(waits).toEqual([500]);
  });

  test("a lost response: the second attempt finds the request stored", async () => {
    const duplicate = { status: 409, body: { code: "23505", message: "duplicate key value" } };
    const { backend } = await startBackend("cut", duplicate);
    expect((await submitTo(backend)).outcome).toEqual({ kind: "stored", row: null });
  });

  test("429: the wait is as long as the server asks for", async () => {
    const limited = {
      status: 429,
      body: { message: "slow down" },
      headers: { "retry-after": "7" },
    };
    const { backend } = await startBackend(limited, CREATED);
    const { outcome, waits } = await submitTo(backend);
    expect([outcome.kind, waits]).toEqual(["stored", [7000]]);
  });

  test("a wait longer than a visitor would accept is not started", async () => {
    const limited = {
      status: 429,
      body: { message: "slow down" },
      headers: { "retry-after": "60" },
    };
    const { backend, received } = await startBackend(limited);
    const { outcome } = await submitTo(backend);
    expect(outcome).toEqual({
      kind: "limited",
      retryAfterSeconds: 60,
      status: 429,
      code: undefined,
    });
    expect(received).toHaveLength(1);
  });

  test("a connection that is cut every time: four attempts, with growing delays", async () => {
    const { backend, received } = await startBackend("cut");
    const { outcome, waits } = await submitTo(backend);
    expect(outcome).toEqual({
      kind: "unreachable",
      status: 0,
      code: undefined,
    });
    expect(received).toHaveLength(4);
    expect(waits).toEqual([500, 1000, 2000]);
  });

  test.each<[string, Reply, SubmitOutcome]>([
    [
      "no database",
      { status: 503, body: { code: "PGRST001" } },
      { kind: "unavailable", status: 503, code: "PGRST001" },
    ],
    [
      "a gateway without a backend",
      { status: 521, body: "<html>" },
      { kind: "unavailable", status: 521, code: undefined },
    ],
    [
      "too many requests",
      { status: 503, body: { code: "53000" } },
      { kind: "busy", retryAfterSeconds: undefined, status: 503, code: "53000" },
    ],
    [
      "too many for PostgREST's pool",
      { status: 504, body: { code: "PGRST003" } },
      { kind: "busy", retryAfterSeconds: undefined, status: 504, code: "PGRST003" },
    ],
  ])(
    "%s, without Retry-After: retried for up to 20 seconds, then reported as such",
    async (_title, failure, expected) => {
      const { backend } = await startBackend(failure);
      const { outcome, waits } = await submitTo(backend);
      expect(outcome).toEqual(expected);
      expect(waits).toEqual([500, 1000, 2000, 4000, 8000]);
    },
  );
});

describe("a permanent failure is reported at once", () => {
  const notFound = "Could not find the table 'public.data_requirements' in the schema cache";
  test.each<[string, Reply, SubmitOutcome]>([
    [
      "PGRST205",
      { status: 404, body: { code: "PGRST205", message: notFound } },
      missing(404, "PGRST205"),
    ],
    [
      "42P01",
      { status: 404, body: { code: "42P01", message: "relation is gone" } },
      missing(404, "42P01"),
    ],
    [
      "no code, but a message",
      { status: 400, body: { message: "x does not exist" } },
      missing(400),
    ],
    ["an empty object", { status: 404, body: {} }, missing(404)],
    [
      "a failed check, whose message has the word relation too",
      { status: 400, body: { code: "23514", message: 'new row for relation "data_requirements"' } },
      { kind: "rejected", status: 400, code: "23514" },
    ],
    [
      "an unknown key",
      { status: 401, body: { message: "Invalid API key" } },
      { kind: "rejected", status: 401, code: undefined },
    ],
  ])("%s", async (_title, reply, expected) => {
    const { backend, received } = await startBackend(reply);
    const { outcome, waits } = await submitTo(backend);
    expect(outcome).toEqual(expected);
    expect([received.length, waits.length]).toEqual([1, 0]);
  });
});

describe("without a created row, no status is success", () => {
  test.each<[string, Reply]>([
    ["an empty 404", { status: 404 }],
    ["an empty 200", { status: 200 }],
    ["an empty list", { status: 201, body: [] }],
    ["an HTML page", { status: 200, body: "<!doctype html>" }],
  ])("%s", async (_title, reply) => {
    const { backend } = await startBackend(reply);
    expect((await submitTo(backend)).outcome.kind).toBe("rejected");
  });
});

function missing(status: number, code?: string): SubmitOutcome {
  return { kind: "missing-table", status, code };
}
