import { execFile } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

import { afterEach, beforeEach, expect, test } from "vitest";

import { INSERT_PATH } from "../contract/routes.ts";
import { createDatabase, ENGINES } from "../test-support/engines.ts";
import { install, type Installation } from "../test-support/installation.ts";
import type { SiteServer } from "../test-support/site-server.ts";
import { MINIMAL_REQUIREMENT } from "../test-support/valid-requirement.ts";

let installation: Installation;
beforeEach(() => {
  installation = install();
});
afterEach(() => installation.remove());

/** Adds a required field to the installed domain/fields.ts. */
function addField(name: string): void {
  const file = join(installation.folder, "domain/fields.ts");
  const field = `${name}: { label: "New", part: "needs", missing: "Enter it", earlierValue: "it's unknown", control: "text", maximum: 100 },`;
  const source = readFileSync(file, "utf8");
  writeFileSync(file, source.replace("export const SCHEMA = {", `$&${field}`));
}

async function send({ origin }: SiteServer, values: object = {}): Promise<number> {
  const body = JSON.stringify({ ...MINIMAL_REQUIREMENT, ...values });
  const headers = { "content-type": "application/json" };
  return (await fetch(origin + INSERT_PATH, { method: "POST", headers, body })).status;
}

test.each(ENGINES)(
  "on %s, after a required field is added, earlier requests have its earlier value, and an older server stores again after migrate",
  async (engine) => {
    const database = await createDatabase(engine);
    const { variables } = database;
    const older = await installation.start(variables);
    expect(await send(older)).toBe(201);
    await older.stop();
    cpSync(join(installation.folder, "domain"), join(installation.folder, "domain-before"), {
      recursive: true,
    });
    addField("select");
    const newer = await installation.start(variables);
    expect(await send(newer)).toBe(400);
    expect(await send(newer, { select: "ten" })).toBe(201);
    await newer.stop();
    cpSync(join(installation.folder, "domain-before"), join(installation.folder, "domain"), {
      recursive: true,
    });
    await expect(installation.start(variables)).rejects.toThrow("npm run requests -- migrate");
    await promisify(execFile)(process.execPath, ["server/cli/main.ts", "migrate"], {
      cwd: installation.folder,
      env: variables,
    });
    const rolledBack = await installation.start(variables);
    expect(await send(rolledBack)).toBe(201);
    await rolledBack.stop();
    const rows = await database.query('select "select" from data_requirements order by created_at');
    await database.remove();
    expect(rows).toEqual([
      { select: "it's unknown" },
      { select: "ten" },
      { select: "it's unknown" },
    ]);
  },
);

test("a server whose field has a system column's name does not start, and says so", async () => {
  addField("note");
  const variables = { DATA_DIR: join(installation.folder, "data") };
  await expect(installation.start(variables)).rejects.toThrow(
    "No field in domain/fields.ts may have the name note: rename it.",
  );
});
