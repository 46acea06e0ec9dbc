import { formatMinute } from "./format-time.ts";
import { referenceOf } from "./identifiers.ts";

export type Channel = "mail" | "chat" | "webhook";

/**
 * `reason` is a short code or text, such as "550 5.7.1, DATA" or "no response". If `request` is null, the channel has
 * been failing since `since`. Otherwise, it has been failing since then to announce the request with this ID, even if it
 * announces others. Times are in ISO 8601.
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
