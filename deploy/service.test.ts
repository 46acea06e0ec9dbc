import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { parseEnv } from "node:util";

import { afterAll, describe, expect, test } from "vitest";

import { DAY_MS } from "../domain/durations.ts";
import { runCommand } from "../server/admin/run-command.ts";
import { readConfig } from "../server/config.ts";
import { installed } from "../test-support/programs.ts";
import { readRows } from "../test-support/stored-rows.ts";
import { createDataFolder } from "../test-support/test-store.ts";
import { MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";

const systemdAnalyze = installed("systemd-analyze");
if (systemdAnalyze === undefined) process.stdout.write("Skipped: systemd is not installed here.\n");

test("the server accepts the installed settings", () => {
  const settings = parseEnv(readFileSync("deploy/request-site.env", "utf8"));
  expect(readConfig(settings)).toMatchObject({ kind: "valid" });
});

test("the nightly retention erases what is older than 180 days", async () => {
  const data = createDataFolder();
  for (const days of [181, 179]) {
    const store = data.open({ now: () => Date.now() - days * DAY_MS });
    store.insert({ ...MINIMAL_REQUIREMENT, company: `${days} days` }, null, null);
    store.close();
  }
  const unit = readFileSync("deploy/request-site-retention.service", "utf8");
  const [, args = ""] = /^ExecStart=\S+ (.+)$/m.exec(unit) ?? [];
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  expect(await runCommand(args.split(" "), { DATA_DIR: data.folder }, streams)).toBe(0);
  expect(readRows(data.file)).toMatchObject([{ company: "179 days" }]);
  data.remove();
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
