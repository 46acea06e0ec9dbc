import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { DAY_MS, HOUR_MS } from "../../domain/durations.ts";
import { createDataFolder } from "../../test-support/data-folder.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { RequestStore } from "../store/store.ts";
import type { OpenChannel } from "./channels.ts";
import { DeliveryFailed } from "./notification.ts";
import { keepVerifying } from "./verify-channels.ts";

let data: ReturnType<typeof createDataFolder>;
let store: RequestStore;
let isPasswordValid: boolean;
let logins: number;
beforeEach(() => {
  vi.useFakeTimers();
  data = createDataFolder();
  store = data.open({ channels: ["mail"] });
  isPasswordValid = true;
  logins = 0;
});
afterEach(async () => {
  vi.useRealTimers();
  await data.remove();
});

async function start(channels?: OpenChannel[]) {
  const verify = async () => {
    logins += 1;
    if (!isPasswordValid) throw new DeliveryFailed("535, AUTH PLAIN");
  };
  const channel = { channel: "mail", send: async () => {}, verify } as const;
  await keepVerifying({
    store,
    channels: channels ?? [channel],
    log: { info: () => {}, warn: () => {} },
  });
}

test("a password that expires is noticed within a day, and a correct one within the hour", async () => {
  await start();
  isPasswordValid = false;
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(await store.outbox.listFailing()).toMatchObject([{ reason: "535, AUTH PLAIN" }]);
  isPasswordValid = true;
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
  expect(await store.outbox.readState()).toBe("ok");
  expect(await store.outbox.listFailing()).toEqual([]);
  expect(logins).toBe(3);
});

test("after a login, undelivered requests are retried, and the channel keeps failing", async () => {
  const id = (await store.insert(MINIMAL_REQUIREMENT, null, null))?.id ?? "";
  const claim = () => store.outbox.claimNext("mail");
  expect(await claim()).toMatchObject({ id });
  await store.outbox.recordUndelivered("mail", [id], { reason: "550, RCPT TO", attempts: 9 });
  expect(await claim()).toBeNull();
  await start();
  expect(await store.outbox.listFailing()).toMatchObject([{ reason: "550, RCPT TO" }]);
  expect(await claim()).toMatchObject({ id });
});

test("a channel without a login keeps failing", async () => {
  store = data.open({ channels: ["webhook"] });
  await store.outbox.recordFailure("webhook", "503");
  await start([{ channel: "webhook", send: async () => {} }]);
  expect(await store.outbox.listFailing()).toMatchObject([{ channel: "webhook", reason: "503" }]);
});
