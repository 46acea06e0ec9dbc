import { parseArgs } from "node:util";

import { DAY_MS, HOUR_MS } from "../../domain/durations.ts";
import { localTime, onOneLine } from "../../domain/texts/requirement-text.ts";
import { COMMAND } from "../command-name.ts";
import type { ChannelBacklog, RequestStore } from "../store/store.ts";
import type { Command } from "./command.ts";
import { describeCount, weeksTable, type Week } from "./formats.ts";

/** What the provider has to do, whether new requests are announced, and how the last weeks went. */
export const status: Command = async (args, { store, config, write }) => {
  parseArgs({ args });
  const { requests, outbox } = store;
  const { timeZone } = config;
  const now = Date.now();
  const { channels, unannounced, held_since } = await outbox.backlog();
  const names = channels.map(({ channel }) => channel).join(", ");
  const undelivered = channels.reduce((sum, channel) => sum + channel.undelivered, 0);
  const failed = channels.reduce((sum, channel) => sum + channel.failed, 0);
  const heldSince = held_since === null ? "" : `, since ${localTime(held_since, timeZone)}`;
  const overdue = await requests.count({ state: "unreplied", dueBefore: now });
  const lines = [
    `Waiting for a reply: ${describeCount(await requests.count({ state: "unreplied" }))}`,
    `Overdue: ${describeCount(overdue)}`,
    `Held: ${describeCount(await requests.count({ state: "held" }))}${heldSince}`,
    `Sent by the probe: ${describeCount(await requests.count({ state: "probe" }))}`,
    `New requests are announced by: ${names || "nothing, since no channel is set"}`,
    `Received while no channel was set: ${describeCount(unannounced)}`,
    `Notifications not delivered yet: ${undelivered}, of which ${failed} have failed`,
    ...channels.flatMap((channel) => describeTrouble(channel, { now, timeZone })),
  ];
  await write(`${lines.join("\n")}\n\n`);
  const weeks: Week[] = [];
  for (let ago = 0; ago < WEEKS; ago += 1) {
    weeks.push(await readWeek(requests, now - (ago + 1) * 7 * DAY_MS));
  }
  await write(weeksTable(weeks, timeZone));
};

const WEEKS = 8;

/** What fails, and what no server has claimed for an hour: retries are never further apart. */
function describeTrouble(
  { channel, since, last_error, due_since }: ChannelBacklog,
  { now, timeZone }: { now: number; timeZone: string },
): string[] {
  const lines: string[] = [];
  if (since !== null) {
    const reason = onOneLine(last_error ?? "");
    lines.push(`Failing: ${channel}, since ${localTime(since, timeZone)}: ${reason}`);
  }
  if (due_since !== null && Date.parse(due_since) < now - HOUR_MS) {
    lines.push(
      `No server sends by ${channel}: start one that has it, or stop announcing by it with ` +
        `${COMMAND} remove-channel ${channel}`,
    );
  }
  return lines;
}

/** The seven days from a time on. */
async function readWeek(requests: RequestStore["requests"], start: number): Promise<Week> {
  const received = { receivedSince: start, receivedBefore: start + 7 * DAY_MS };
  const hours: number[] = [];
  for await (const { created_at, replied_at } of requests.list({ ...received, state: "replied" })) {
    hours.push((Date.parse(replied_at ?? "") - Date.parse(created_at)) / HOUR_MS);
  }
  const held = await requests.count({ ...received, state: "held" });
  const accepted = await requests.count({ ...received, state: "accepted" });
  return {
    start,
    received: accepted + held,
    replied: hours.length,
    held,
    medianHours: median(hours),
  };
}

function median(values: number[]): number | null {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  if (upper === undefined) return null;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}
