import { parseArgs } from "node:util";

import { ChannelDelivery } from "../notifications/channel-delivery.ts";
import { readChannels } from "../notifications/channels.ts";
import { remindDaily } from "../notifications/reminder.ts";
import { RequestStore } from "../store/store.ts";
import { CommandError, type Subcommand } from "./subcommand.ts";

/** Delivers once what a server would deliver now, for installations without a server. */
export const notify: Subcommand = async (args, { location, env, timeZone, write }) => {
  parseArgs({ args });
  const { PUBLIC_URL, DESK_PASSWORD } = env;
  const result = readChannels(env, { caller: "notify", desk: { PUBLIC_URL, DESK_PASSWORD } });
  if (result.kind === "none") throw new CommandError(result.problem);
  const { channels, config } = result;

  const lines: string[] = [];
  const addLine = (facts: object, message: string) => {
    lines.push(`${message}: ${JSON.stringify(facts)}\n`);
  };
  const log = { info: addLine, warn: addLine };
  const names = channels.map(({ channel }) => channel);
  const store = new RequestStore(location, { user: "command", channels: names });
  const { signal: stopping } = new AbortController();
  const hasDesk = config.deskPassword !== null;
  try {
    const outcomes = await Promise.all(
      channels.map((channel) =>
        new ChannelDelivery(channel, { store, log, stopping }).deliverDue(),
      ),
    );
    const isReminded = await remindDaily({ store, channels, log, timeZone, hasDesk });
    const isEverySent = outcomes.every((outcome) => outcome === "idle" || outcome === "delivered");
    if (!isEverySent || !isReminded) throw new CommandError("Not everything could be delivered.");
  } finally {
    await store.close();
    for (const line of lines) await write(line);
  }
};
