import { referenceOf } from "../../domain/identifiers.ts";
import { detailsOf, localTime, onOneLine, type Detail } from "../../domain/requirement-text.ts";
import type { FailingChannel, ListedRequirement, StoredRequirement } from "../store/store.ts";

/** What the provider is told: that a request came, or what is overdue. */
export type Notification =
  | { kind: "request"; requirement: StoredRequirement }
  | { kind: "reminder"; reminder: Reminder };

export type Reminder = {
  /** The same at every attempt. */
  id: string;
  /** The first of the overdue requests, and how many there are in all. */
  overdue: ListedRequirement[];
  overdueCount: number;
  failing: FailingChannel[];
  /** How many requests are held back as spam, in all. */
  heldCount: number;
};

/** Sends a notification; rejects when that fails, or soon after the signal aborts. */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<void>;

/** What the provider's people see differently from others. */
export type Reader = { timeZone: string };

/** A notification for people, before a channel's own markup. */
export type Message = { subject: string; details: Detail[]; advice: string };

export function toMessage(notification: Notification, reader: Reader): Message {
  switch (notification.kind) {
    case "request":
      return describeRequest(notification.requirement, reader);
    case "reminder":
      return describeReminder(notification.reminder, reader);
  }
}

function describeRequest(requirement: StoredRequirement, { timeZone }: Reader): Message {
  const reference = referenceOf(requirement.id);
  return {
    subject: `Data request ${reference} from ${onOneLine(requirement.company)}`,
    details: [
      { label: "Reference", value: reference },
      { label: "Received", value: localTime(requirement.created_at, timeZone) },
      { label: "Reply due", value: localTime(requirement.reply_due, timeZone) },
      ...detailsOf(requirement),
    ],
    advice: `Once you have replied: ${COMMAND} replied ${reference}`,
  };
}

function describeReminder(reminder: Reminder, { timeZone }: Reader): Message {
  const { overdue, overdueCount, failing, heldCount } = reminder;
  const replies = overdueCount === 1 ? "1 reply is overdue" : `${overdueCount} replies are overdue`;
  const held = heldCount === 1 ? "1 request is" : `${heldCount} requests are`;
  const names = failing.map(({ channel }) => channel).join(" and ");
  const subjects = [
    ...(overdueCount > 0 ? [replies] : []),
    ...(failing.length > 0 ? [`notifications by ${names} fail`] : []),
    ...(heldCount > 0 ? [`${held} held as spam`] : []),
  ];
  const [first = "", ...others] = subjects;
  const more = overdueCount - overdue.length;
  const advice = [
    ...(overdueCount > 0 ? [`Once you have replied: ${COMMAND} replied REFERENCE`] : []),
    ...(failing.length > 0
      ? ["Once what fails is fixed, notifications follow within an hour."]
      : []),
    ...(heldCount > 0 ? [`If one is not spam: ${COMMAND} not-spam REFERENCE`] : []),
  ];
  return {
    subject: [first.replace(/^n/, "N"), ...others].join(", and "),
    details: [
      ...overdue.map(({ id, full_name, company, email, reply_due }) => ({
        label: referenceOf(id),
        value: onOneLine(
          `${full_name}, ${company}, ${email}, due ${localTime(reply_due, timeZone)}`,
        ),
      })),
      ...(more > 0 ? [{ label: "More", value: `and ${more} others` }] : []),
      ...failing.map(({ channel, undelivered, since, last_error }) => ({
        label: `Not sent by ${channel}`,
        value: onOneLine(`${undelivered} since ${localTime(since, timeZone)}: ${last_error}`),
      })),
      ...(heldCount > 0
        ? [{ label: "Held as spam", value: `${heldCount}, listed by ${COMMAND} list --held` }]
        : []),
    ],
    advice: advice.join("\n"),
  };
}

/** In the project's folder. */
const COMMAND = "npm run -s requests --";
