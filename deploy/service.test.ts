import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, describe, expect, test } from "vitest";

import { installed } from "../server/testing/installed.ts";

const unit = readFileSync("deploy/request-site.service", "utf8");
const systemdAnalyze = installed("systemd-analyze");
if (systemdAnalyze === undefined) process.stdout.write("Skipped: systemd is not installed here.\n");

const folder = mkdtempSync(join(tmpdir(), "site-unit-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("what the unit starts is here", () => {
  const [, program = "", script = ""] =
    /^ExecStart=\/opt\/request-site\/(\S+) (\S+)$/m.exec(unit) ?? [];
  expect(existsSync(program)).toBe(true);
  expect(existsSync(script)).toBe(true);
});

describe.skipIf(systemdAnalyze === undefined)("systemd", () => {
  /** The unit as installed, with this folder in the place of /opt/request-site. */
  const installedUnit = join(folder, "request-site.service");
  writeFileSync(installedUnit, unit.replaceAll("/opt/request-site", process.cwd()));
  const analyze = (...words: string[]) =>
    spawnSync(systemdAnalyze ?? "", [...words, installedUnit], { encoding: "utf8" });

  test("finds nothing wrong with the unit", () => {
    const { stdout, stderr, status } = analyze("verify", "--man=no", "--recursive-errors=no");
    expect(stdout + stderr).not.toContain("request-site.service");
    expect(status).toBe(0);
  });

  test("finds it sandboxed: exposed by 2 of 10 at most", () => {
    const { stdout, stderr, status } = analyze("security", "--offline=true", "--threshold=20");
    expect(stdout + stderr).toContain("Overall exposure level");
    expect(status).toBe(0);
  });
});
