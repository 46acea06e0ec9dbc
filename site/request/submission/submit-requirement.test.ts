import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";

import { afterEach, describe, expect, test } from "vitest";

import { INSERT_PATH, REST_PREFIX } from "../../../contract/routes.ts";
import { explainFailure, type Explanation } from "../../../domain/messages.ts";
import { FULL_REQUIREMENT } from "../../../test-support/valid-requirement.ts";
import {
  submitRequirement,
  type Backend,
  type Clock,
  type SubmitOutcome,
} from "./submit-requirement.ts";

const ROW = { id: "5d0c1f6e-0000-4000-8000-00000c07398f", reply_due: "2026-01-02T00:00:00Z" };
const KEY = "5d0c1f6e-0000-4000-8000-0000bd31a2e4";
const CREATED: Reply = { status: 201, body: [ROW] };

type Reply =
  | { status: number; body?: unknown; text?: string; headers?: Record<string, string> }
  | "cut"
  | "cut in the body";
type Received = { url: string; headers: IncomingHttpHeaders; body: unknown };

const closing: Array<() => void> = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
});

async function startBackend(...replies: Reply[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { url = "", headers } = request;
    received.push({ url, headers, body: await json(request) });
    const reply = replies[Math.min(received.length, replies.length) - 1] ?? "cut";
    if (reply === "cut") return void request.socket.destroy();
    if (reply === "cut in the body") {
      response.writeHead(201, { "content-length": "100" });
      return void response.write("[", () => request.socket.destroy());
    }
    response.writeHead(reply.status, { "content-type": "application/json", ...reply.headers });
    response.end(reply.text ?? JSON.stringify(reply.body));
  });
  closing.push(() => server.close());
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const { port } = server.address() as AddressInfo;
  const backend: Backend = { url: `http://127.0.0.1:${port}${REST_PREFIX}`, isOwnServer: true };
  return { backend, received };
}

/** Submits with a simulated clock. Waits take time, but attempts take almost none unless `timesOut` is set. */
async function submitTo(backend: Backend, { timesOut = false } = {}) {
  const waits: number[] = [];
  const retries: string[] = [];
  let now = 0;
  const clock: Clock = {
    now: () => (now += 0.001),
    wait: async (duration) => {
      waits.push(duration);
      now += duration;
    },
    timeout: (duration) => {
      if (!timesOut) return new AbortController().signal;
      now += duration;
      return AbortSignal.abort(new DOMException("timed out", "TimeoutError"));
    },
  };
  const outcome = await submitRequirement(FULL_REQUIREMENT, backend, {
    idempotencyKey: KEY,
    onRetry: (mayBeStored) => retries.push(mayBeStored ? "may be stored" : "not stored"),
    clock,
  });
  return { outcome, waits, retries, tookUntil: now };
}

function explain(outcome: SubmitOutcome): Explanation {
  if (outcome.kind === "stored") throw new Error("stored");
  return explainFailure(outcome.kind, { ...outcome, isOwnServer: true });
}

/** Expects each wait to be between half its value in `longest` and that value, because jitter is random. */
function expectBackoff(waits: number[], longest: number[]): void {
  expect(waits).toHaveLength(longest.length);
  for (const [index, wait] of waits.entries()) {
    const maximum = longest[index] ?? NaN;
    expect(wait).toBeGreaterThanOrEqual(maximum / 2);
    expect(wait).toBeLessThanOrEqual(maximum);
  }
}

describe("a request that is stored", () => {
  test("is sent as one object with its key, and has the reference and due time of its row", async () => {
    const { backend, received } = await startBackend(CREATED);
    const { outcome } = await submitTo(backend);
    expect(outcome).toEqual({
      kind: "stored",
      reference: "0c07398f",
      replyDue: ROW.reply_due,
    });
    const [{ url, headers, body }] = received as [Received];
    expect(url).toBe(`${INSERT_PATH}?select=*`);
    expect(headers).toMatchObject({
      prefer: "return=representation,resolution=ignore-duplicates",
      "idempotency-key": KEY,
    });
    expect(headers).not.toHaveProperty("spam-reason");
    expect(body).toEqual(FULL_REQUIREMENT);
  });

  test.each([
    ["public key", "sb_publishable_x", undefined],
    ["legacy key, also as a bearer token", "eyJx.y.z", "Bearer eyJx.y.z"],
  ])("a hosted backend receives its %s", async (_title, apikey, authorization) => {
    const { backend, received } = await startBackend(CREATED);
    await submitTo({ ...backend, publishableKey: apikey });
    expect(received[0]?.headers).toMatchObject({ apikey });
    expect(received[0]?.headers.authorization).toBe(authorization);
  });
});

describe("a transient failure", () => {
  test.each<[string, Reply]>([
    ["a cut connection", "cut"],
    ["a response that is cut", "cut in the body"],
    ["500", { status: 500, body: { message: "?" } }],
    ["502 from a gateway, in HTML", { status: 502, body: "<html>" }],
    ["503", { status: 503, body: { code: "PGRST001", message: "no connection" } }],
    ["408", { status: 408, body: {} }],
    ["425", { status: 425, body: {} }],
  ])("after %s it is sent again with the same key, and stored", async (_title, failure) => {
    const { backend, received } = await startBackend(failure, CREATED);
    const { outcome, waits } = await submitTo(backend);
    expect(outcome.kind).toBe("stored");
    expect(received.map(({ headers }) => headers["idempotency-key"])).toEqual([KEY, KEY]);
    expectBackoff(waits, [500]);
  });

  test("after 429 the wait is as long as the server asks for", async () => {
    const limited = { status: 429, body: {}, headers: { "retry-after": "5" } };
    const { backend } = await startBackend(limited, CREATED);
    const { outcome, waits } = await submitTo(backend);
    expect([outcome.kind, waits]).toEqual(["stored", [5000]]);
  });

  test("after 429 with a date, the wait is the page's own, and the advice names a time", async () => {
    const date = "Fri, 02 Jan 2026 00:00:00 GMT";
    const { backend } = await startBackend({
      status: 429,
      body: {},
      headers: { "retry-after": date },
    });
    const { outcome, waits } = await submitTo(backend);
    expectBackoff(waits, [500, 1000, 2000]);
    expect(explain(outcome).advice).toMatch(/in a minute/);
  });

  test("if the server asks for a wait that is too long, the request is not sent again", async () => {
    const limited = { status: 429, body: {}, headers: { "retry-after": "6" } };
    const { backend, received } = await startBackend(limited);
    const { outcome } = await submitTo(backend);
    expect(outcome).toMatchObject({ kind: "limited", retryAfterSeconds: 6 });
    expect(received).toHaveLength(1);
  });

  test.each<[SubmitOutcome["kind"], string, Reply]>([
    ["unreachable", "a connection that is cut", "cut"],
    ["unavailable", "no database", { status: 503, body: { code: "PGRST000" } }],
    ["unconfirmed", "a gateway without a backend", { status: 521, text: "<html>" }],
    ["unconfirmed", "a gateway that responds in JSON", { status: 503, body: { message: "?" } }],
    ["limited", "too many requests", { status: 503, body: { code: "53000" } }],
    ["limited", "too many for PostgREST's pool", { status: 504, body: { code: "PGRST003" } }],
  ])(
    "%s: after %s the request is sent four times, then the failure is reported",
    async (kind, _title, failure) => {
      const { backend, received } = await startBackend(failure);
      const { outcome, waits } = await submitTo(backend);
      expect(outcome.kind).toBe(kind);
      expect(received).toHaveLength(4);
      expectBackoff(waits, [500, 1000, 2000]);
    },
  );

  test.each<[number, object]>([
    [503, { code: "PGRST000" }],
    [429, {}],
    [401, {}],
    [404, { code: "PGRST205" }],
    [400, {}],
  ])(
    "after a lost response, not even status %d with %j says that the request was not stored",
    async (status, body) => {
      const { backend } = await startBackend("cut", { status, body });
      const { outcome } = await submitTo(backend);
      expect(explain(outcome).advice).toMatch(/cannot tell/);
    },
  );

  test("after a lost response, a missing table still gets the specification's message", async () => {
    const { backend } = await startBackend("cut", { status: 404, body: { code: "PGRST205" } });
    const { outcome } = await submitTo(backend);
    expect(explain(outcome).message).toMatch(/^Database configuration error/);
  });

  test("while it is sent again, the visitor reads that it may have arrived, once that is so", async () => {
    const limited = { status: 429, body: {} };
    const { backend } = await startBackend(limited, "cut", limited, CREATED);
    const { retries } = await submitTo(backend);
    expect(retries).toEqual(["not stored", "may be stored", "may be stored"]);
  });

  test("if a backend never responds, the last attempt ends after 16 seconds", async () => {
    const { backend } = await startBackend("cut");
    const { outcome, tookUntil } = await submitTo(backend, { timesOut: true });
    expect(outcome.kind).toBe("unreachable");
    expect(tookUntil).toBeCloseTo(16_000, -1);
  });
});

describe("a hosted backend, whose table may not know the key", () => {
  test.each<[SubmitOutcome["kind"], number, string]>([
    ["limited", 429, "PT429"],
    ["unavailable", 503, "PGRST000"],
    ["unavailable", 503, "PGRST002"],
    ["limited", 504, "PGRST003"],
    ["limited", 503, "53000"],
    ["unavailable", 503, "53300"],
    ["unavailable", 500, "40001"],
    ["unavailable", 500, "XX000"],
  ])("%s: after %i with %s, which was not stored, it is sent four times", async (...failure) => {
    const [kind, status, code] = failure;
    const { backend, received } = await startBackend({ status, body: { code } });
    const { outcome, retries } = await submitTo({ ...backend, isOwnServer: false });
    expect(outcome).toMatchObject({ kind, mayBeStored: false });
    expect(received).toHaveLength(4);
    expect(new Set(retries)).toEqual(new Set(["not stored"]));
  });

  test.each<[SubmitOutcome["kind"], string, Reply]>([
    ["unreachable", "a cut connection", "cut"],
    ["unconfirmed", "a gateway's page", { status: 502, text: "<html>" }],
    ["unconfirmed", "a gateway's code", { status: 504, body: { code: "GATEWAY_TIMEOUT" } }],
    ["unconfirmed", "a gateway's code of five letters", { status: 502, body: { code: "EPIPE" } }],
    ["unconfirmed", "a connection lost by PostgREST", { status: 503, body: { code: "PGRST001" } }],
    ["unconfirmed", "SQLSTATE class 08", { status: 503, body: { code: "08006" } }],
    ["unconfirmed", "SQLSTATE class 57", { status: 500, body: { code: "57P01" } }],
    ["unconfirmed", "408", { status: 408, body: {} }],
    ["unconfirmed", "425", { status: 425, body: {} }],
  ])("%s: after %s, which may be stored, it is sent once", async (kind, _title, failure) => {
    const { backend, received } = await startBackend(failure);
    const { outcome } = await submitTo({ ...backend, isOwnServer: false });
    expect(outcome).toMatchObject({ kind, mayBeStored: true });
    expect(received).toHaveLength(1);
  });

  test("has 30 seconds for a response", async () => {
    const { backend } = await startBackend("cut");
    const { tookUntil } = await submitTo({ ...backend, isOwnServer: false }, { timesOut: true });
    expect(tookUntil).toBeCloseTo(30_000, -1);
  });
});

describe("a permanent failure is reported at once", () => {
  const notFound = "Could not find the table 'public.data_requirements' in the schema cache";
  const failedCheck = 'new row for relation "data_requirements" violates check constraint';
  const noColumn = 'column "note" of relation "data_requirements" does not exist';
  test.each<[SubmitOutcome["kind"], number, object]>([
    ["missing-table", 404, { code: "PGRST205", message: notFound }],
    ["missing-table", 404, { code: "42P01", message: "relation is gone" }],
    ["missing-table", 400, { message: "x does not exist" }],
    ["missing-table", 400, { message: 'relation "public.x" is missing' }],
    ["missing-table", 400, { message: 'Relation "x" not found' }],
    ["missing-table", 400, { message: "no such relation: x" }],
    ["missing-table", 400, { message: "undefined relation x" }],
    ["missing-table", 400, { message: "Cannot find relation x" }],
    ["missing-table", 400, { code: "42703", message: noColumn }],
    ["rejected", 409, { code: "23505", message: "duplicate key value" }],
    ["rejected", 400, { message: { text: "no sentence" } }],
    ["rejected", 404, {}],
    ["rejected", 400, { code: "23514", message: failedCheck }],
    ["outdated", 400, { code: "23502", message: 'null value in column "country"' }],
    ["outdated", 400, { code: "PGRST204", message: "Could not find the 'x' column" }],
    ["denied", 401, { message: "Invalid API key" }],
    ["denied", 401, { code: "42501", message: "permission denied for table data_requirements" }],
    ["denied", 403, {}],
  ])("%s after %i with %j", async (kind, status, body) => {
    const { backend, received } = await startBackend({ status, body });
    expect((await submitTo(backend)).outcome).toMatchObject({ kind, status });
    expect(received).toHaveLength(1);
  });
});

describe("no error is success, whatever the status and the body", () => {
  const { id, reply_due: time } = ROW;
  test.each<[string, Reply, string | null, string | null]>([
    ["one row, not in a list", { status: 201, body: ROW }, "0c07398f", time],
    ["a row without a time", { status: 201, body: [{ id }] }, "0c07398f", null],
    [
      "a row with a text for a time",
      { status: 201, body: [{ id, reply_due: "soon" }] },
      "0c07398f",
      null,
    ],
    ["a row with a number", { status: 201, body: [{ id: 7, reply_due: time }] }, "7", time],
    ["a row with another id", { status: 201, body: [{ id: "abc" }] }, null, null],
    [
      "a row with an id in upper case",
      { status: 201, body: [{ id: ROW.id.toUpperCase() }] },
      "0C07398F",
      null,
    ],
    ["a row without an id", { status: 201, body: [{ reply_due: time }] }, null, time],
    ["an empty 201", { status: 201, text: "" }, null, null],
    ["201 with a web page", { status: 201, text: "<!doctype html>" }, null, null],
    ["200 with a row", { status: 200, body: [ROW] }, "0c07398f", time],
    ["a used key", { status: 201, body: [] }, "bd31a2e4", null],
    ["an empty 200", { status: 200, text: "" }, null, null],
    ["200 with something else", { status: 200, body: "ok" }, null, null],
    ["202", { status: 202, body: {} }, null, null],
    ["204", { status: 204, text: "" }, null, null],
  ])("%s stores the request", async (_title, reply, reference, replyDue) => {
    const { backend, received } = await startBackend(reply);
    expect((await submitTo(backend)).outcome).toEqual({ kind: "stored", reference, replyDue });
    expect(received).toHaveLength(1);
  });
});

test.each<[number, string, RegExp]>([
  [400, "PGRST204", /reload/],
  [429, "PT429", /Too many requests/],
  [503, "PGRST001", /cannot tell/],
  [401, "42501", /our side/],
])(
  "whatever the code, such as %i with %s, a message that something does not exist gets the specification's toast, and the advice is the code's",
  async (status, code, advice) => {
    const message = "Column phone of relation data_requirements does not exist";
    const { backend } = await startBackend({ status, body: { code, message } });
    const explanation = explain((await submitTo(backend)).outcome);
    expect(explanation.message).toMatch(/^Database configuration error/);
    expect(explanation.advice).toMatch(advice);
  },
);

test("an error with the message Failed to fetch is a failed connection", async () => {
  const { backend } = await startBackend({ status: 500, body: { message: "Failed to fetch" } });
  expect((await submitTo(backend)).outcome.kind).toBe("unreachable");
});

test.each<[string, Reply, SubmitOutcome["kind"]]>([
  ["an empty 404", { status: 404, text: "" }, "rejected"],
  ["a web page with 200", { status: 200, text: "<!doctype html>" }, "unconfirmed"],
])("%s is no success", async (_title, reply, kind) => {
  const { backend } = await startBackend(reply);
  expect((await submitTo(backend)).outcome.kind).toBe(kind);
});
