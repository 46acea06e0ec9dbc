import { referenceOf } from "../../domain/identifiers.ts";
import { detailsOf, localTime, onOneLine, type Detail } from "../../domain/requirement-text.ts";
import type { SpamReason } from "../../domain/spam.ts";
import type { RequestRow } from "./rows.ts";
import { stateOf } from "./selection.ts";

/** `now` is in milliseconds since 1970. */
export type LocalTime = { now: number; timeZone: string };

export function detailsOfStored(row: RequestRow, time: LocalTime): Detail[] {
  return [
    { label: "Reference", value: referenceOf(row.id) },
    { label: "Received", value: localTime(row.created_at, time.timeZone) },
    { label: "Reply", value: replyState(row, time) },
    ...(row.spam_reason ? [{ label: "Spam", value: spamReason(row) }] : []),
    ...detailsOf(row),
  ];
}

export function isOverdue(row: RequestRow, now: number): boolean {
  return stateOf(row) === "waiting" && Date.parse(row.reply_due) < now;
}

/** "Replied by Ada, 2026-11-26 14:10" */
export function replyState(row: RequestRow, { now, timeZone }: LocalTime): string {
  if (row.replied_at !== null) {
    const by = row.replied_by === null ? "" : ` by ${onOneLine(row.replied_by)}`;
    return `Replied${by}, ${formatMinute(row.replied_at, timeZone)}`;
  }
  const due = formatMinute(row.reply_due, timeZone);
  return isOverdue(row, now) ? `Overdue since ${due}` : `Due ${due}`;
}

/** Returns the spam reason in words, or an unknown reason as stored. */
export function spamReason({ spam_reason }: RequestRow): string {
  const reasons: Record<string, string> = SPAM_REASONS;
  return spam_reason === null ? "" : (reasons[spam_reason] ?? onOneLine(spam_reason));
}

const SPAM_REASONS: Record<SpamReason, string> = {
  probe: "it was sent by npm run probe",
  honeypot: "a hidden field was filled in",
  link: "its name has a link",
  flagged: "a colleague marked it as spam",
};

/** Formats a time like "2026-11-25 14:30". Uses Swedish, because it writes dates like ISO 8601. */
export function formatMinute(time: string | number, timeZone: string): string {
  return new Date(time).toLocaleString("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  });
}
