import { execFile } from "node:child_process";
import { readdirSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { createDataFolder } from "../../test-support/data-folder.ts";
import { findPostgresProblem, startPostgres } from "../../test-support/services/postgres.ts";

const problem = findPostgresProblem();
const skipped = problem === null ? "" : `, not tested: ${problem}`;

const INSERT = `insert into public.data_requirements (full_name, email, phone, company)
  values ('Ada', 'ada@example.org', '1', 'Engines')`;

async function migrate(args: string[], env: NodeJS.ProcessEnv = {}) {
  const command = promisify(execFile)(
    process.execPath,
    ["server/cli/main.ts", "migrate", ...args],
    {
      env,
    },
  );
  return command.catch((error: { stdout: string; stderr: string }) => error);
}

test("migrate brings a SQLite file to this version, but creates none, because it would own the file", async () => {
  const data = createDataFolder();
  onTestFinished(() => data.remove());
  const env = { DATA_DIR: data.folder };
  expect(await migrate([], env)).toMatchObject({
    stderr: expect.stringMatching(/^There is no database .*: the server creates it/),
  });
  expect(readdirSync(data.folder)).toEqual([]);
  await data.open().check();
  const file = new DatabaseSync(data.file);
  file.exec("alter table data_requirements drop column timeline");
  file.close();
  expect(await migrate(["--direct"], env)).toMatchObject({
    stderr: expect.stringMatching(/^--direct needs DATABASE_URL/),
  });
  expect(await migrate([], env)).toMatchObject({
    stdout: `The database ${data.file} has this version.\n`,
  });
  expect(await data.open({ user: "command" }).count({})).toBe(0);
});

test.skipIf(skipped)(
  `visitors may insert after "migrate --direct", until the SQL without it is run${skipped}`,
  async () => {
    const cluster = await startPostgres();
    onTestFinished(() => cluster.stop());
    const database = await cluster.createDatabase({ setup: "none" });
    const env = { DATABASE_URL: database.ownerUrl };
    await migrate([], env);
    await expect(database.runAsAnon(INSERT)).rejects.toMatchObject({ code: "42501" });
    const { stdout: report } = await migrate(["--direct"], env);
    expect(report).toMatch(/has this version\. Visitors may insert /);
    await database.runAsAnon(INSERT);
    await migrate([], env);
    await database.runAsAnon(INSERT);
    const { stdout } = await migrate(["--print"]);
    await database.run(stdout);
    await migrate([], env);
    await expect(database.runAsAnon(INSERT)).rejects.toMatchObject({ code: "42501" });
  },
);
