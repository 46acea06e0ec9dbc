import { expect, test } from "vitest";

import { createOffsetFormat, localTime } from "./format-time.ts";

test("a time is shown in the provider's time zone, and names it", () => {
  const time = "2026-07-01T22:30:00.000+00:00";
  expect(localTime(time, "Europe/Berlin")).toMatch(/^Thu.* 2 Jul 2026.* 00:30 .+/);
  expect(localTime(time, "UTC")).toMatch(/^Wed.* 1 Jul 2026.* 22:30 UTC$/);
});

test.each([
  ["UTC", "2026-07-01T22:30:00.123+00:00"],
  ["Europe/Berlin", "2026-07-02T00:30:00.123+02:00"],
  ["Asia/Kolkata", "2026-07-02T04:00:00.123+05:30"],
  ["America/St_Johns", "2026-07-01T20:00:00.123-02:30"],
])("an exported time has the offset of %s", (timeZone, expected) => {
  const exported = createOffsetFormat(timeZone)("2026-07-01T22:30:00.123456+00:00");
  expect(exported).toBe(expected);
  expect(Date.parse(exported)).toBe(Date.parse("2026-07-01T22:30:00.123+00:00"));
});
