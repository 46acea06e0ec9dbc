import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { DAY_MS, HOUR_MS } from "../../domain/durations.ts";
import { createDataFolder } from "../../test-support/data-folder.ts";
import { MINIMAL_REQUIREMENT } from "../../test-support/valid-requirement.ts";
import type { RequestStore } from "../store/store.ts";
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
afterEach(() => {
  vi.useRealTimers();
  data.remove();
});

async function start() {
  const verify = async () => {
    logins += 1;
    if (!isPasswordValid) throw new DeliveryFailed("535, AUTH PLAIN");
  };
  const channel = { channel: "mail", send: async () => {}, verify } as const;
  await keepVerifying({ store, channels: [channel], log: { info: () => {}, warn: () => {} } });
}

test("a password that expires is noticed within a day, and a correct one within the hour", async () => {
  await start();
  isPasswordValid = false;
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(store.outbox.listFailing()).toMatchObject([{ reason: "535, AUTH PLAIN" }]);
  isPasswordValid = true;
  await vi.advanceTimersByTimeAsync(HOUR_MS - 1);
  expect(store.outbox.readState()).toBe("ok");
  expect(store.outbox.listFailing()).toEqual([]);
  expect(logins).toBe(3);
});

test("after a login, undelivered requests are retried, and the channel keeps failing", async () => {
  const id = store.insert(MINIMAL_REQUIREMENT, null, null)?.id ?? "";
  const claim = () => store.outbox.claimNext("mail");
  expect(claim()).toBe(id);
  store.outbox.recordUndelivered("mail", [id], "550, RCPT TO");
  store.outbox.recordFailure("mail", "550, RCPT TO");
  expect(claim()).toBeNull();
  await start();
  expect(store.outbox.listFailing()).toMatchObject([{ reason: "550, RCPT TO" }]);
  expect(claim()).toBe(id);
});
