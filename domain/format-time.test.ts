import { expect, test } from "vitest";

import { localTime } from "./format-time.ts";

test("a time is shown in the provider's time zone, and names it", () => {
  const time = "2026-07-01T22:30:00.000+00:00";
  expect(localTime(time, "Europe/Berlin")).toMatch(/^Thu.* 2 Jul 2026.* 00:30 .+/);
  expect(localTime(time, "UTC")).toMatch(/^Wed.* 1 Jul 2026.* 22:30 UTC$/);
});
