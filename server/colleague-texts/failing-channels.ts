import type { FailingChannel } from "../store/outbox.ts";
import type { Channel } from "../store/rows.ts";
import { localMinute } from "./request-details.ts";

const NAMES: Record<Channel, string> = { email: "Mail", webhook: "The webhook" };

/** "Mail has failed since 2026-11-27 09:12 (535, AUTH PLAIN)" */
export function describeFailing(
  { channel, since, reason }: FailingChannel,
  timeZone: string,
): string {
  return `${NAMES[channel]} has failed since ${localMinute(since, timeZone)} (${reason})`;
}
