import { afterEach, beforeEach, describe, expect, test } from "vitest";

import { MINUTE_MS } from "../../domain/durations.ts";
import { createDataFolder } from "../../test-support/data-folder.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { RequestStore } from "../store/store.ts";
import { ContentRejected, type Notification, type Send } from "./notification.ts";
import { startOutboxWorker } from "./outbox-worker.ts";

let data: ReturnType<typeof createDataFolder>;
let store: RequestStore;
let now: number;
let stop: () => Promise<void>;
beforeEach(() => {
  now = Date.UTC(2026, 10, 26, 12);
  data = createDataFolder();
  store = data.open({ channels: ["webhook"], now: () => now });
});
afterEach(async () => {
  await stop();
  data.remove();
});

const LOG = { info: () => {}, warn: () => {} };

function insert(company: string) {
  now += 1;
  store.insert({ ...MINIMAL_REQUIREMENT, company }, null, null);
}

/** Starts a worker that keeps what it sends, the companies by name. `fail` may throw. */
function start({
  sendsDigests = false,
  fail = () => {},
}: { sendsDigests?: boolean; fail?: Fail } = {}) {
  const sent: string[] = [];
  const send: Send = async (notification) => {
    sent.push(describeNotification(notification));
    fail(sent.at(-1) ?? "");
  };
  const channels = [{ channel: "webhook" as const, send, sendsDigests }];
  stop = startOutboxWorker({ store, channels, log: LOG, pollMilliseconds: 5 });
  return sent;
}

type Fail = (sent: string) => void;

function describeNotification(notification: Notification): string {
  if (notification.kind === "request") return notification.request.company;
  if (notification.kind !== "digest") return notification.kind;
  return `digest: ${notification.requests.map(({ company }) => company || "?").join(", ")}`;
}

describe("a channel that gets each request by itself", () => {
  test("the receiver gets each request as an event of its own", async () => {
    insert("a");
    insert("b");
    const sent = start();
    await expect.poll(() => sent).toEqual(["a", "b"]);
    insert("c");
    await expect.poll(() => sent).toEqual(["a", "b", "c"]);
  });

  test("after an outage the receiver gets a request with its texts", async () => {
    insert("a");
    let failures = 0;
    const sent = start({
      fail: () => {
        failures += 1;
        if (failures <= 5) throw new Error("down");
      },
    });
    for (let attempt = 1; attempt <= 6; attempt += 1) {
      await expect.poll(() => sent).toHaveLength(attempt);
      now += 10 * MINUTE_MS;
    }
    expect(sent).toEqual(Array(6).fill("a"));
    now += 10 * MINUTE_MS;
    await expect.poll(() => store.outbox.listDue("webhook")).toEqual([]);
  });

  test("a request that was rejected twice is sent without its texts, and does not keep the next one waiting", async () => {
    insert("rejected");
    insert("b");
    const sent = start({
      fail: (text) => {
        if (text === "rejected") throw new ContentRejected("no");
      },
    });
    await expect.poll(() => sent).toEqual(["rejected", "b"]);
    now += 10 * MINUTE_MS;
    await expect.poll(() => sent).toEqual(["rejected", "b", "rejected"]);
    now += 10 * MINUTE_MS;
    await expect.poll(() => sent).toEqual(["rejected", "b", "rejected", "digest: ?"]);
  });
});

describe("a channel that people read", () => {
  test("people get one request in full and several as a digest, at most once a minute", async () => {
    insert("a");
    const sent = start({ sendsDigests: true });
    await expect.poll(() => sent).toEqual(["a"]);
    insert("b");
    insert("c");
    now += MINUTE_MS - 10;
    // In a channel without limits it would have been sent before this one.
    await expect.poll(() => store.outbox.listDue("webhook")).toHaveLength(2);
    expect(sent).toEqual(["a"]);
    now += 10;
    await expect.poll(() => sent).toEqual(["a", "digest: b, c"]);
  });

  test("people get a person's request although somebody keeps sending texts that the receiver rejects", async () => {
    const sent = start({
      sendsDigests: true,
      fail: (text) => {
        if (text.includes("rejected")) throw new ContentRejected("no");
      },
    });
    insert("person");
    for (let minute = 1; minute <= 3; minute += 1) {
      insert(`rejected ${minute}`);
      now += MINUTE_MS;
      await expect.poll(() => sent).toHaveLength(minute);
    }
    expect(store.outbox.listDue("webhook")).toEqual([]);
  });

  test("people get at most 20 messages an hour, and then the rest", async () => {
    const sent = start({ sendsDigests: true });
    for (let count = 1; count <= 20; count += 1) {
      insert(String(count));
      await expect.poll(() => sent).toHaveLength(count);
      now += MINUTE_MS;
    }
    insert("21");
    now += MINUTE_MS;
    insert("22");
    expect(store.outbox.listDue("webhook")).toHaveLength(2);
    now += 39 * MINUTE_MS;
    await expect.poll(() => sent.at(-1)).toBe("digest: 21, 22");
    expect(sent).toHaveLength(21);
  });
});
