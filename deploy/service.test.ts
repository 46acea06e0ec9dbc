import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseEnv } from "node:util";

import { afterAll, describe, expect, test } from "vitest";

import { readConfig } from "../server/config.ts";
import { installed } from "../test-support/programs.ts";

const systemdAnalyze = installed("systemd-analyze");
if (systemdAnalyze === undefined) process.stdout.write("Skipped: systemd is not installed here.\n");

test("the server accepts the installed settings", () => {
  const settings = parseEnv(readFileSync("deploy/request-site.env", "utf8"));
  expect(readConfig(settings)).toMatchObject({ kind: "valid" });
});

describe.skipIf(systemdAnalyze === undefined)("systemd", () => {
  const folder = mkdtempSync(join(tmpdir(), "site-unit-"));
  afterAll(() => rmSync(folder, { recursive: true }));

  const units = globSync("*.{service,timer}", { cwd: "deploy" });
  for (const name of units) {
    const text = readFileSync(join("deploy", name), "utf8")
      .replaceAll("/opt/request-site", process.cwd())
      .replaceAll("/usr/local/sbin/requests", "/bin/true");
    writeFileSync(join(folder, name), text);
  }
  test.each(units)("accepts %s", (name) => {
    const args = ["verify", "--man=no", "--recursive-errors=no", join(folder, name)];
    const { stdout, stderr, status } = spawnSync(systemdAnalyze ?? "", args, { encoding: "utf8" });
    expect(stdout + stderr).not.toContain("request-site");
    expect(status).toBe(0);
  });
});
