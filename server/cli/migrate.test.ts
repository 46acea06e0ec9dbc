import { execFile } from "node:child_process";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { findPostgresProblem, startPostgres } from "../../test-support/services/postgres.ts";

const problem = findPostgresProblem();
const skipped = problem === null ? "" : `, not tested: ${problem}`;

const INSERT = `insert into public.data_requirements (full_name, email, phone, company)
  values ('Ada', 'ada@example.org', '1', 'Engines')`;

async function migrate(args: string[], env: NodeJS.ProcessEnv = {}) {
  const command = promisify(execFile)(process.execPath, ["server/cli/migrate.ts", ...args], {
    env,
  });
  return command.catch((error: { stdout: string; stderr: string }) => error);
}

test("without DATABASE_URL, migrate says what to set", async () => {
  expect(await migrate([])).toMatchObject({
    stdout: "",
    stderr: expect.stringMatching(/^Set DATABASE_URL, or /),
  });
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
    expect(report).toMatch(/^The database has this version\.\nVisitors may insert /);
    await database.runAsAnon(INSERT);
    await migrate([], env);
    await database.runAsAnon(INSERT);
    const { stdout } = await migrate(["--print"]);
    await database.run(stdout);
    await migrate([], env);
    await expect(database.runAsAnon(INSERT)).rejects.toMatchObject({ code: "42501" });
  },
);
