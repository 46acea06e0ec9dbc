import { referenceOf } from "../../domain/identifiers.ts";
import type { FailingChannel } from "./outbox.ts";
import { formatMinute } from "./request-details.ts";
import type { Channel } from "./rows.ts";

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
