import { describeFailing } from "../../domain/channels.ts";
import { onOneLine } from "../../domain/escape-controls.ts";
import { localTime } from "../../domain/format-time.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { RequestRow } from "../../domain/request-row.ts";
import { detailsOf, type Detail } from "../../domain/requirement-text.ts";
import {
  MESSAGES_PER_HOUR,
  type Notification,
  type NotificationContext,
  type Reminder,
} from "./notification.ts";

export type Message = { subject: string; details: Detail[]; advice: string };

/** Start of every command. The full command depends on the installation (docs/operations.md). */
const COMMAND = "requests";

export function toMessage(notification: Notification, context: NotificationContext): Message {
  switch (notification.kind) {
    case "request":
      return requestMessage(notification.request, context);
    case "reference":
      return referenceMessage(notification, context);
    case "digest":
      return digestMessage(notification.count, context);
    case "spam":
      return spamMessage(notification.count, context);
    case "reminder":
      return reminderMessage(notification, context);
    case "probe":
      return {
        subject: `The probe of ${notification.url} failed`,
        details: [{ label: "Problem", value: notification.problem }],
        advice: `After fixing it, run: npm run probe -- ${notification.url}`,
      };
    case "backup":
      return {
        subject: "Backup failed",
        details: [{ label: "Problem", value: notification.problem }],
        advice: `After fixing it, run: ${COMMAND} backup ${notification.file}`,
      };
  }
}

function requestMessage(request: RequestRow, context: NotificationContext): Message {
  const { deskUrl } = context;
  const { subject, details } = identify(request, context);
  const topic = request.data_type ? `: ${cut(onOneLine(request.data_type), TOPIC_LENGTH)}` : "";
  return {
    subject: `${subject}${topic} (${onOneLine(request.company)})`,
    details: [...details, ...detailsOf(request)],
    advice: deskUrl
      ? `Mark it as replied: ${deskUrl}/${request.id}`
      : "To mark it as replied at the desk, set DESK_PASSWORD and PUBLIC_URL.",
  };
}

function referenceMessage(request: Identified, context: NotificationContext): Message {
  const { deskUrl } = context;
  return {
    ...identify(request, context),
    advice: [
      "The visitor's words are left out, because this receiver rejected them.",
      `Read the request: ${deskUrl ? `${deskUrl}/${request.id}` : `run "${COMMAND}"`}`,
    ].join("\n"),
  };
}

/** In characters, so that a list of mails also shows the company. */
const TOPIC_LENGTH = 60;

type Identified = Pick<RequestRow, "id" | "created_at" | "reply_due">;

function identify(
  { id, created_at, reply_due }: Identified,
  { timeZone }: NotificationContext,
): Omit<Message, "advice"> {
  const reference = referenceOf(id);
  return {
    subject: `Data request ${reference}`,
    details: [
      { label: "Reference", value: reference },
      { label: "Received", value: localTime(created_at, timeZone) },
      { label: "Reply due", value: localTime(reply_due, timeZone) },
    ],
  };
}

function digestMessage(count: number, { deskUrl }: NotificationContext): Message {
  return {
    subject: count === 1 ? "1 more data request" : `${count} more data requests`,
    details: [],
    advice: [
      `More than ${MESSAGES_PER_HOUR} arrived within an hour.`,
      `Read them: ${deskUrl ?? `run "${COMMAND}"`}`,
    ].join("\n"),
  };
}

function spamMessage(count: number, { deskUrl }: NotificationContext): Message {
  return {
    subject: count === 1 ? "1 request looks like spam" : `${count} requests look like spam`,
    details: [],
    advice: `Check for genuine ones: ${deskUrl ?? `run "${COMMAND}"`}`,
  };
}

function reminderMessage(
  { overdue, failing }: Reminder,
  { timeZone, deskUrl }: NotificationContext,
): Message {
  const failures = failing.map((each) => describeFailing(each, timeZone));
  const topics = [
    ...(overdue > 0 ? [overdue === 1 ? "1 reply overdue" : `${overdue} replies overdue`] : []),
    ...failing.map(({ channel }) => `${channel} is failing`),
  ];
  return {
    subject: `Data requests: ${topics.join(", ")}`,
    details: [],
    advice: [
      ...(overdue > 0 ? [`Requests to reply to: ${deskUrl ?? `run "${COMMAND}"`}`] : []),
      ...failures.map((failure) => `${failure} See "What to watch" in docs/operations.md.`),
    ].join("\n"),
  };
}

/** Cuts between code points. The desk shows the full text. */
export function cut(text: string, maximum: number): string {
  const characters = Array.from(text);
  return characters.length > maximum ? `${characters.slice(0, maximum).join("")}…` : text;
}
