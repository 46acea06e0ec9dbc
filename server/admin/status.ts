import { parseArgs } from "node:util";

import { localTime, onOneLine } from "../../domain/requirement-text.ts";
import type { Command, Context } from "./command.ts";
import { counted } from "./formats.ts";

/** What the provider has to do, and whether new requests are announced. */
export const status: Command = async (args, context) => {
  parseArgs({ args });
  const { store, config, write } = context;
  const { requests, outbox } = store;
  const { channels, unannounced, held_since } = await outbox.backlog();
  const names = channels.map(({ channel }) => channel).join(", ");
  const undelivered = channels.reduce((sum, channel) => sum + channel.undelivered, 0);
  const failed = channels.reduce((sum, channel) => sum + channel.failed, 0);
  const failures = channels.flatMap(({ channel, since, last_error }) => {
    if (since === null) return [];
    const reason = onOneLine(last_error ?? "");
    return [`Failing: ${channel}, since ${localTime(since, config.timeZone)}: ${reason}`];
  });
  const lines = [
    `Waiting for a reply: ${counted(await requests.count({ state: "unreplied" }))}`,
    `Overdue: ${counted(await requests.count({ state: "overdue" }))}`,
    await describeHeld(context, held_since),
    `New requests are announced by: ${names || "nothing, since no channel is set"}`,
    `Received while no channel was set: ${counted(unannounced)}`,
    `Notifications not delivered yet: ${undelivered}, of which ${failed} have failed`,
    ...failures,
  ];
  await write(`${lines.join("\n")}\n`);
};

/** How many are held, and since when the oldest, as the backlog says. */
export async function describeHeld(
  { store, config }: Context,
  heldSince: string | null,
): Promise<string> {
  const held = await store.requests.count({ state: "held" });
  const since = heldSince === null ? "" : `, since ${localTime(heldSince, config.timeZone)}`;
  return `Held: ${counted(held)}${since}`;
}
