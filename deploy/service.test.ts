import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { parseEnv } from "node:util";

import { expect, test } from "vitest";

import { runCommand } from "../server/cli/run-command.ts";
import { readConfig } from "../server/config.ts";
import { createDataFolder } from "../test-support/data-folder.ts";
import { installed } from "../test-support/services/programs.ts";

test("the server accepts the settings that deploy/request-site.env installs", () => {
  const settings = parseEnv(readFileSync("deploy/request-site.env", "utf8"));
  expect(readConfig(settings)).toMatchObject({ kind: "valid" });
});

test("on a new machine the scheduled backup and erasure succeed", async () => {
  const data = createDataFolder();
  await data.open().check();
  mkdirSync(join(data.folder, "backups"));
  const schedule = readFileSync("deploy/request-site.cron", "utf8")
    .replaceAll("/var/lib/request-site", data.folder)
    .replace("$(date +\\%u)", "5");
  const commands = [...schedule.matchAll(/ root {2}requests (.+) 2>&1/g)].map(([, args = ""]) =>
    args.replaceAll('"', "").split(" "),
  );
  expect(commands.map(([name]) => name)).toEqual(["backup", "erase"]);
  const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
  for (const args of commands) {
    expect(await runCommand(args, { DATA_DIR: data.folder }, streams)).toBe(0);
  }
  await data.remove();
});

const systemdAnalyze = installed("systemd-analyze");
const skipped = systemdAnalyze === undefined ? ", not tested without systemd-analyze" : "";

test.skipIf(skipped)(`systemd finds no mistake in the service${skipped}`, () => {
  const folder = mkdtempSync(join(tmpdir(), "site-unit-"));
  const file = join(folder, "request-site.service");
  // systemd would read a space or a percent sign in the project's own path as its syntax.
  const project = join(folder, "project");
  symlinkSync(process.cwd(), project);
  const unit = readFileSync("deploy/request-site.service", "utf8");
  writeFileSync(file, unit.replaceAll("/opt/request-site", project));
  const args = ["verify", "--man=no", "--recursive-errors=no", file];
  const { stdout, stderr, status } = spawnSync(systemdAnalyze ?? "", args, { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  expect(stdout + stderr).not.toContain("request-site");
  expect(status).toBe(0);
});
