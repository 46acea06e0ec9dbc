import { referenceOf } from "../../domain/identifiers.ts";
import {
  detailsOf,
  localTime,
  onOneLine,
  type Detail,
} from "../../domain/texts/requirement-text.ts";
import type { RequestRow } from "../store/rows.ts";
import { spamReason } from "../texts/request-details.ts";
import {
  MAX_LISTED,
  type NamedRequest,
  type Notification,
  type NotificationContext,
  type Reminder,
} from "./notification.ts";

/** A notification for people. */
export type Message = { subject: string; details: Detail[]; advice: string };

const COMMAND = "npm run -s requests --";

/** Characters of a name in a list of requests: a long one must leave space for the others. */
const MAX_NAME = 80;

export function toMessage(notification: Notification, context: NotificationContext): Message {
  switch (notification.kind) {
    case "request":
      return requestMessage(notification.request, context);
    case "digest":
      return digestMessage(notification.requests, context);
    case "reminder":
      return reminderMessage(notification.reminder, context);
    case "probe":
      return probeMessage(notification);
  }
}

function requestMessage(request: RequestRow, { timeZone, deskUrl }: NotificationContext): Message {
  const reference = referenceOf(request.id);
  return {
    subject: `Data request ${reference} from ${onOneLine(request.company)}`,
    details: [
      { label: "Reference", value: reference },
      { label: "Received", value: localTime(request.created_at, timeZone) },
      { label: "Reply due", value: localTime(request.reply_due, timeZone) },
      ...detailsOf(request),
    ],
    advice: deskUrl
      ? `Mark it as replied: ${deskUrl}/${reference}`
      : `Once you have replied: ${COMMAND} replied ${reference}`,
  };
}

function digestMessage(requests: NamedRequest[], { deskUrl }: NotificationContext): Message {
  return {
    subject: requests.length === 1 ? "1 data request" : `${requests.length} data requests`,
    details: list("Request", requests, requests.length, ({ id, full_name, company }) =>
      nameRequest(id, full_name, company),
    ),
    advice: `Read them all: ${deskUrl ?? "npm run requests"}`,
  };
}

function reminderMessage(
  { overdue, spam, failing }: Reminder,
  context: NotificationContext,
): Message {
  const { timeZone, deskUrl } = context;
  const topics = [
    ...(overdue.count > 0 ? [`${overdue.count} overdue`] : []),
    ...failing.map(({ channel }) => `${channel} fails`),
    ...(spam.count > 0 ? [`${spam.count} new in spam`] : []),
  ];
  return {
    subject: `Data requests: ${topics.join(", ")}`,
    details: [
      ...list("Overdue", overdue.rows, overdue.count, ({ id, full_name, company, reply_due }) =>
        nameRequest(id, full_name, company, `due ${localTime(reply_due, timeZone)}`),
      ),
      ...failing.map((backlog) => ({
        label: `Not sent by ${backlog.channel}`,
        value: onOneLine(
          `${backlog.count} since ${localTime(backlog.since, timeZone)}: ${backlog.last_error}`,
        ),
      })),
      ...list("Spam", spam.rows, spam.count, (row) =>
        nameRequest(row.id, row.full_name, row.company, spamReason(row)),
      ),
    ],
    advice: deskUrl
      ? `All requests: ${deskUrl}\nSpam: ${deskUrl}?spam=1`
      : `All requests: npm run requests\nSpam: ${COMMAND} --spam`,
  };
}

function probeMessage({ url, problem }: Extract<Notification, { kind: "probe" }>): Message {
  return {
    subject: `Visitors may not be able to send requests at ${url}`,
    details: [{ label: "Problem", value: problem }],
    advice: `Once it is fixed: npm run probe -- ${url}`,
  };
}

/** A line for each of the first rows, and one that counts the others. */
function list<Row>(
  label: string,
  rows: Row[],
  count: number,
  toValue: (row: Row) => string,
): Detail[] {
  const lines = rows.slice(0, MAX_LISTED).map((row) => ({ label, value: toValue(row) }));
  if (count > MAX_LISTED) lines.push({ label, value: `and ${count - MAX_LISTED} more` });
  return lines;
}

function nameRequest(id: string, ...facts: string[]): string {
  const known = facts.filter((fact) => fact !== "").map((fact) => cut(fact, MAX_NAME));
  return onOneLine([referenceOf(id), ...known].join(", "));
}

/** Shortens a text; the desk has all of it. Never cuts a character in two. */
export function cut(text: string, maximum: number): string {
  const characters = Array.from(text);
  return characters.length > maximum ? `${characters.slice(0, maximum).join("")}…` : text;
}
