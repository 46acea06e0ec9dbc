import { referenceOf } from "./identifiers.ts";
import { formatMinute } from "./requirement-text.ts";

export type Channel = "mail" | "chat" | "webhook";

/**
 * `reason` is the code that the receiver returned. `request` is the ID of the oldest request that the channel failed to
 * announce, and `since` its time in ISO 8601.
 */
export type FailingChannel = {
  channel: Channel;
  since: string;
  reason: string;
  request: string | null;
};

const NAMES: Record<Channel, string> = { mail: "Mail", chat: "The chat", webhook: "The webhook" };

/** "Mail has been failing since 2026-11-27 09:12 (535, AUTH PLAIN). The server's log has more." */
export function describeFailing(
  { channel, since, reason, request }: FailingChannel,
  timeZone: string,
): string {
  const start = formatMinute(since, timeZone);
  const which = request === null ? "" : ` for request ${referenceOf(request)}`;
  return `${NAMES[channel]} has been failing since ${start} (${reason})${which}. The server's log has more.`;
}
