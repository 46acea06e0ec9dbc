import { spawnSync } from "node:child_process";

import { expect, test } from "vitest";

/**
 * The name with which this project came, in two parts, so that this file does not have it. Another
 * name may be an ordinary word, which no search can tell from a name.
 */
const ORIGINAL_NAME = ["Lead", "through"].join("");

test("the name that the project came with is in site/site.ts, and nowhere else in the source", () => {
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
  const options = ["--files-with-matches", "--ignore-case", "--fixed-strings", "--untracked"];
  const { stdout } = spawnSync("git", ["grep", ...options, "-e", ORIGINAL_NAME, "--", ...sources], {
    encoding: "utf8",
  });
  const found = stdout.split("\n").filter(Boolean);
  expect(found.filter((file) => file !== "site/site.ts")).toEqual([]);
});
