import { execFileSync } from "node:child_process";

import { expect, test } from "vitest";

import { SITE } from "../../site/site.ts";

test("the provider's name is in site/site.ts, and nowhere else in the source", () => {
  const sources = [
    "site",
    "server",
    "domain",
    "tools",
    "supabase",
    "deploy",
    "e2e",
    "bench",
    "test-support",
    "*.html",
    "*.config.ts",
  ];
  const options = [
    "grep",
    "--files-with-matches",
    "--ignore-case",
    "--fixed-strings",
    "--untracked",
  ];
  const found = execFileSync("git", [...options, "-e", SITE.name, "--", ...sources], {
    encoding: "utf8",
  });
  expect(found.trim().split("\n")).toEqual(["site/site.ts"]);
});
