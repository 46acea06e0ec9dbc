/** Tests the Supabase CLI's commands. SUPABASE_CLI contains its command, and is set by `.ci/run`. */
import { exec } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

import { expect, onTestFinished, test } from "vitest";

import { findPostgresProblem, startPostgres } from "../test-support/services/postgres.ts";
import { findPostgres } from "../test-support/services/programs.ts";
import { installExtensions } from "../test-support/services/supabase-extensions.ts";

const cli = process.env["SUPABASE_CLI"];
const problem = findPostgresProblem() ?? (cli === undefined ? "SUPABASE_CLI is not set" : null);
const skipped = problem === null ? "" : `, not tested: ${problem}`;

test.skipIf(skipped)(
  `Supabase's CLI applies the schema, and its advisor warns only that anyone may send a request${skipped}`,
  async () => {
    const [programs = ""] = findPostgres();
    const cluster = await startPostgres(programs);
    onTestFinished(() => cluster.stop());
    const hosted = await cluster.createDatabase([]);
    const run = async (command: string) => {
      const { stdout } = await promisify(exec)(`${cli} ${command} --remote=${hosted.ownerUrl}`);
      return stdout;
    };
    await run("db push --yes");
    await installExtensions(hosted, programs);
    await hosted.migrate([readFileSync("supabase/notifications.sql", "utf8")]);
    const output = await run("db advisors --fail-on error --output-format json");
    const { results } = JSON.parse(output) as { results: { name: string; detail: string }[] };
    expect(results).toMatchObject([
      {
        name: "rls_policy_always_true",
        detail: expect.stringContaining("data_requirements_insert"),
      },
    ]);
  },
);
