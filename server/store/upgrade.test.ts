import { copyFileSync } from "node:fs";

import { afterEach, beforeEach, expect, test } from "vitest";

import { createDataFolder, readRows } from "../../test-support/data-folder.ts";
import { FULL_REQUIREMENT } from "../../test-support/valid-requirement.ts";

/** Written by version 1.1.0: one request waits, one was replied to, and one is spam. */
const VERSION_1 = new URL("../../test-support/fixtures/version-1.1.0.sqlite", import.meta.url);

let data: ReturnType<typeof createDataFolder>;
beforeEach(() => {
  data = createDataFolder();
  copyFileSync(VERSION_1, data.file);
});
afterEach(() => data.remove());

test("a file of version 1 opens with its requests, notes and replies", () => {
  data.open().check();
  const { email, hardware_setup, additional_hardware } = FULL_REQUIREMENT;
  const typed = { email, hardware_setup, additional_hardware };
  expect(readRows(data.file)).toMatchObject([
    { ...typed, company: "Waits", note: "Call on Monday", idempotency_key: "key-waits" },
    { company: "Replied", replied_at: expect.any(String) as string, spam_reason: null },
    { company: "Spam", spam_reason: "honeypot" },
  ]);
});

test("what version 1 has not sent is due after the upgrade, and nothing else", () => {
  const store = data.open({ now: () => Date.UTC(2099, 0) });
  const due = (channel: "webhook" | "email") =>
    store.outbox.listDue(channel).map(({ company }) => company);
  expect(due("webhook").toSorted()).toEqual(["Replied", "Waits"]);
  expect(due("email")).toEqual([]);
  const [spam] = store.find({ isSpam: true });
  store.markNotSpam(spam?.id ?? "");
  expect(due("email")).toEqual(["Spam"]);
});
