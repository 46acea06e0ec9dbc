import { parseArgs } from "node:util";

import { describeFailing } from "../../domain/channels.ts";
import { formatRow, HEADINGS } from "./request-table.ts";
import type { Subcommand } from "./subcommand.ts";

export const list: Subcommand = async (args, { store, timeZone, write }) => {
  parseArgs({ args });
  const time = { now: Date.parse(await store.readTime()), timeZone };
  const rows = await store.find({ isWaiting: true });
  await write(HEADINGS);
  for (const row of rows) await write(formatRow(row, time));
  await write(`${rows.length} waiting for a reply. Times are in ${timeZone}.\n`);
  const suspected = await store.findSuspectedSpam();
  if (suspected.count > 0) {
    await write(`\nLooks like spam, this week (${suspected.count}):\n`);
    for (const row of suspected.newest) await write(formatRow(row, time));
    await write("Mark genuine ones as not spam at the desk, which DESK_PASSWORD turns on.\n");
  }
  for (const failing of await store.outbox.listFailing()) {
    await write(`${describeFailing(failing, timeZone)}\n`);
  }
};
