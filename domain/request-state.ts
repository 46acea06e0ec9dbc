import { onOneLine } from "./escape-controls.ts";
import { formatMinute } from "./format-time.ts";
import type { SpamReason } from "./spam.ts";

/** Times are in ISO 8601. */
export type RequestState =
  | { kind: "waiting"; replyDue: string; isOverdue: boolean }
  | { kind: "replied"; reply: Reply }
  /** `reason` is a `SpamReason`, or text written by the database's owner. */
  | { kind: "spam"; reason: string; reply: Reply | null };

type Reply = { at: string; by: string | null };

type StateColumns = {
  reply_due: string;
  replied_at: string | null;
  replied_by: string | null;
  spam_reason: string | null;
};

/** `now` is in milliseconds since 1970. */
export function stateOf(row: StateColumns, now: number): RequestState {
  const { reply_due, replied_at, replied_by, spam_reason } = row;
  const reply = replied_at === null ? null : { at: replied_at, by: replied_by };
  if (spam_reason !== null) return { kind: "spam", reason: spam_reason, reply };
  if (reply !== null) return { kind: "replied", reply };
  return { kind: "waiting", replyDue: reply_due, isOverdue: Date.parse(reply_due) < now };
}

export function describeState(state: RequestState, timeZone: string): string {
  switch (state.kind) {
    case "waiting":
      return `${state.isOverdue ? "Overdue since" : "Due"} ${formatMinute(state.replyDue, timeZone)}`;
    case "replied":
      return describeReply(state.reply, timeZone);
    case "spam": {
      const spam = `Spam: ${SPAM_REASONS[state.reason as SpamReason] ?? onOneLine(state.reason)}`;
      return state.reply === null ? spam : `${spam}. ${describeReply(state.reply, timeZone)}`;
    }
  }
}

/** "Replied by Ada, 2026-11-26 14:10" */
function describeReply({ at, by }: Reply, timeZone: string): string {
  return `Replied${by === null ? "" : ` by ${onOneLine(by)}`}, ${formatMinute(at, timeZone)}`;
}

const SPAM_REASONS: Record<SpamReason, string> = {
  probe: "it was sent by npm run probe",
  honeypot: "a hidden field was filled in",
  link: "its name has a link",
  flagged: "marked by a colleague",
};
