import { expect, test } from "vitest";

import { robotsFile } from "./finish-dist.ts";

test.each([
  [null, "/requests"],
  ["https://project.supabase.co/rest/v1", undefined],
])("with the backend %s crawlers may read every path but %s", (restUrl, expected) => {
  const [, disallowed] = /^Disallow: (.*)$/m.exec(robotsFile(restUrl)) ?? [];
  expect(disallowed).toBe(expected);
});
