import { spawnSync } from "node:child_process";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { parseEnv } from "node:util";

import { afterAll, describe, expect, test } from "vitest";

import { UNTIMED } from "../domain/wire/form-use.ts";
import { runCommand } from "../server/admin/run-command.ts";
import { readConfig } from "../server/config.ts";
import { openDatabase } from "../test-support/databases.ts";
import { installed } from "../test-support/programs.ts";
import { listRows } from "../test-support/rows.ts";
import { MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";

const systemdAnalyze = installed("systemd-analyze");
if (systemdAnalyze === undefined) process.stdout.write("Skipped: systemd is not installed here.\n");

test("the server accepts the installed settings", () => {
  const settings = parseEnv(readFileSync("deploy/request-site.env", "utf8"));
  expect(readConfig(settings)).toMatchObject({ kind: "valid" });
});

test("the nightly retention erases old requests, certain spam sooner, and never what a rule guessed", async () => {
  const database = await openDatabase("SQLite");
  const store = database.open();
  const fast = { honeypot: "empty", fillMilliseconds: 10 } as const;
  for (const [company, formUse, days] of [
    ["old", UNTIMED, 181],
    ["recent", UNTIMED, 179],
    ["spam", null, 31],
    ["new spam", null, 29],
    ["guessed", fast, 31],
  ] as const) {
    await store.insert({ ...MINIMAL_REQUIREMENT, company }, null, formUse);
    const time = new Date(Date.now() - days * 86_400_000).toISOString();
    await database.run(
      `update public.data_requirements set created_at = '${time}' where company = '${company}'`,
    );
  }
  const unit = readFileSync("deploy/request-site-retention.service", "utf8");
  for (const [, args = ""] of unit.matchAll(/^ExecStart=\S+ (.+)$/gm)) {
    const streams = { stdout: new PassThrough(), stderr: new PassThrough() };
    expect(await runCommand(args.split(" "), database.env, streams)).toBe(0);
  }
  const left = (await listRows(store)).map(({ company }) => company);
  expect(left).toEqual(["new spam", "guessed", "recent"]);
  await database.close();
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
