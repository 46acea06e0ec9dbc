import { expect, test } from "vitest";

import { addressKey, createRateLimit } from "./rate-limit.ts";

test("after a burst the next turn comes after its share of a minute", () => {
  let now = 0;
  const take = createRateLimit(10, () => now);
  for (let turn = 0; turn < 10; turn += 1) expect(take("192.0.2.1")).toBe(0);
  expect(take("192.0.2.1")).toBe(6);
  now = 5_000;
  expect(take("192.0.2.1")).toBe(1);
  now = 6_000;
  expect(take("192.0.2.1")).toBe(0);
  expect(take("192.0.2.1")).toBe(6);
});

test("addresses have limits of their own", () => {
  const take = createRateLimit(1, () => 0);
  expect([take("192.0.2.1"), take("192.0.2.2"), take("192.0.2.1")]).toEqual([0, 0, 60]);
});

test("a million addresses are not remembered", () => {
  const take = createRateLimit(1, () => 0);
  take("first");
  for (let index = 0; index < 20_000; index += 1) take(`address ${index}`);
  expect(take("first")).toBe(0);
});

test("no limit lets everything through", () => {
  const take = createRateLimit(0, () => 0);
  expect(Array.from({ length: 100 }, () => take("192.0.2.1"))).not.toContain(1);
});

test.each([
  ["192.0.2.1", "192.0.2.1"],
  ["::ffff:192.0.2.1", "192.0.2.1"],
  ["2001:db8:1:2:3:4:5:6", "2001:db8:1:2"],
  ["2001:DB8:1:2::9", "2001:db8:1:2"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["::1", "0:0:0:0"],
  ["fe80::1%eth0", "fe80:0:0:0"],
])("%s counts as %s", (address, key) => {
  expect(addressKey(address)).toBe(key);
});
