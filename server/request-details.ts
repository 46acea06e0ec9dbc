import { referenceOf } from "../domain/identifiers.ts";
import {
  detailsOf,
  localTime,
  MAX_MAILTO_LENGTH,
  type Detail,
} from "../domain/texts/requirement-text.ts";
import type { DeliveryState, ListedRequest } from "./store/store.ts";

/** Now, in milliseconds since 1970, and the time zone in which people read times. */
export type Clock = { now: number; timeZone: string };

/** Everything about a stored request, for the provider. */
export function detailsOfStored(row: ListedRequest, { now, timeZone }: Clock): Detail[] {
  const due = localTime(row.reply_due, timeZone);
  return [
    { label: "Reference", value: referenceOf(row.id) },
    { label: "Received", value: localTime(row.created_at, timeZone) },
    { label: "Reply due", value: isOverdue(row, now) ? `${due}, OVERDUE` : due },
    { label: "Replied", value: describeReply(row, timeZone) },
    ...(row.held_reason ? [{ label: "Held as spam", value: row.held_reason }] : []),
    ...detailsOf(row),
    ...row.deliveries.map((delivery) => describeDelivery(delivery, timeZone)),
  ];
}

export function isOverdue(row: ListedRequest, now: number): boolean {
  const isWaiting = row.replied_at === null && row.held_reason === null;
  return isWaiting && Date.parse(row.reply_due) < now;
}

/** "2026-11-25 14:30": Swedish writes dates like ISO 8601. */
export function localMinute(time: string, timeZone: string): string {
  return new Date(time).toLocaleString("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  });
}

/** A `mailto:` address of a reply that quotes the visitor, unless that would make it too long. */
export function replyByMail(row: ListedRequest): string {
  const lines = detailsOf(row).map(({ label, value }) => `${label}: ${value}`);
  const quoted = lines.join("\n").replaceAll(/^/gm, "> ");
  const query = { subject: `Your data request ${referenceOf(row.id)}`, body: `\n\n${quoted}` };
  const address = `mailto:${encodeURIComponent(row.email)}?${encode(query)}`;
  if (address.length <= MAX_MAILTO_LENGTH) return address;
  return `mailto:${encodeURIComponent(row.email)}?${encode({ subject: query.subject })}`;
}

/** With %20 for spaces: mail programs show a plus. */
function encode(query: Record<string, string>): string {
  return Object.entries(query)
    .map(([name, value]) => `${name}=${encodeURIComponent(value.replaceAll("\n", "\r\n"))}`)
    .join("&");
}

function describeReply({ replied_at, replied_via }: ListedRequest, timeZone: string): string {
  if (replied_at === null) return "not yet";
  return `${localTime(replied_at, timeZone)}${replied_via === "link" ? ", by link" : ""}`;
}

function describeDelivery(
  { channel, attempts, delivered_at, last_error }: DeliveryState,
  timeZone: string,
): Detail {
  const failure = `not yet, after ${attempts} attempts${last_error ? `: ${last_error}` : ""}`;
  return {
    label: `Notified by ${channel}`,
    value: delivered_at ? localTime(delivered_at, timeZone) : failure,
  };
}
