import { parseArgs } from "node:util";

import { writeCsv } from "../store/request-csv.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";
import { assertNotDatabase, writeFileAtomically } from "./write-file.ts";

export const exportCsv: Subcommand = async (args, { store, location, timeZone, write }) => {
  const { values, positionals } = parseArgs({
    args,
    options: { output: { type: "string" } },
    allowPositionals: true,
  });
  const [email, ...others] = positionals;
  if (others.length > 0) throw new CommandError('Name one email: see "help".');
  const filter = email === undefined ? {} : { email };
  if (email !== undefined && (await store.count(filter)) === 0) {
    throw new CommandError(`There is no request from ${email}.`);
  }
  const { output } = values;
  if (output === undefined) {
    for await (const line of writeCsv(store, { filter, timeZone })) await write(line);
    return;
  }
  assertNotDatabase(location, output);
  await writeFileAtomically(output, async (file) => {
    // Not `write`, which may write only part of the line.
    for await (const line of writeCsv(store, { filter, timeZone })) await file.appendFile(line);
  });
  await write(`Exported to ${output}.\n`);
};
