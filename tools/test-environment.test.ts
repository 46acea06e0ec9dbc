import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";

import { expect, test } from "vitest";

const PROGRAM = `
  import { isolateEnvironment } from "./tools/test-environment.ts";
  isolateEnvironment();
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  console.log(JSON.stringify({ env: process.env, timeZone, umask: process.umask() }));
`;

test("a user's variables, time zone and temporary folder do not reach a test", () => {
  const variables = {
    PATH: process.env["PATH"],
    TMPDIR: "/nonexistent",
    TZ: "Pacific/Auckland",
    PGSSLMODE: "require",
    NODE_ENV: "production",
  };
  const args = ["--input-type=module", "--eval", PROGRAM];
  const output = execFileSync(process.execPath, args, { env: variables, encoding: "utf8" });
  const { env, ...settings } = JSON.parse(output) as { env: Record<string, string> };
  expect(settings).toEqual({ timeZone: "UTC", umask: 0o022 });
  expect(Object.keys(env).toSorted()).toEqual([
    "HOME",
    "LC_ALL",
    "NODE_COMPILE_CACHE",
    "NODE_ENV",
    "PATH",
    "TEST_FOLDER",
    "TMPDIR",
    "TZ",
  ]);
  expect(env).toMatchObject({ NODE_ENV: "test", HOME: env["TMPDIR"] });
  expect(existsSync(env["TMPDIR"] ?? "")).toBe(false);
});
