import { parseArgs } from "node:util";

import { writeCsv } from "../request-csv.ts";
import type { Command } from "./command.ts";
import { writeFileAtomically } from "./write-file.ts";

/** Writes every request, spam too, as CSV to stdout, or to a file. */
export const exportCsv: Command = async (args, { store, write }) => {
  const { values } = parseArgs({ args, options: { output: { type: "string" } } });
  const { output } = values;
  if (output === undefined) {
    for (const line of writeCsv(store)) await write(line);
    return;
  }
  await writeFileAtomically(output, async (file) => {
    for (const line of writeCsv(store)) await file.write(line);
  });
  await write(`Exported to ${output}.\n`);
};
