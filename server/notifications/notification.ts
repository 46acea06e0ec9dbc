import { createHash, randomUUID } from "node:crypto";

import { referenceOf } from "../../domain/identifiers.ts";
import { detailsOf, localTime, onOneLine, type Detail } from "../../domain/requirement-text.ts";
import { COMMAND } from "../command-name.ts";
import type {
  Announcement,
  Channel,
  DigestEntry,
  ListedRequest,
  StoredRequest,
} from "../store/store.ts";

/** What the provider is told: which requests came, what is overdue, or that nobody may be able to send. */
export type Notification =
  | Announcement
  | { kind: "reminder"; reminder: Reminder }
  /** `npm run probe` has found problems at a URL, one sentence each. */
  | { kind: "probe"; url: string; problems: string[] };

export type Reminder = {
  /** The first of the requests without a reply or held as spam, and how many there are in all. */
  overdue: ListedRequest[];
  overdueCount: number;
  held: ListedRequest[];
  heldCount: number;
  failing: FailingChannel[];
};

/** A channel whose notifications have failed for an hour. */
export type FailingChannel = {
  channel: Channel;
  /** How many have failed, when the oldest of them was queued, and why one of them failed. */
  undelivered: number;
  since: string;
  last_error: string;
};

/** Sends a notification; rejects when that fails, or soon after the signal aborts. */
export type Send = (notification: Notification, signal: AbortSignal) => Promise<void>;

/** What differs by provider: the time zone, and the links to a request and to the list, if there are links. */
export type Recipient = {
  timeZone: string;
  links: { toRequest: (reference: string) => string; toList: string } | null;
};

/** Read for each notification, since links are signed with a secret that may change. */
export type ReadRecipient = () => Promise<Recipient>;

/** A notification for people, before a channel's own markup. */
export type Message = { subject: string; details: LinkedDetail[]; advice: string };

/** `link` opens what the detail names. */
type LinkedDetail = Detail & { link?: string };

/** How many requests a digest or a reminder lists. */
export const MAX_LISTED = 20;

/** Characters of a name in such a list: a long one must leave space for the others. */
const MAX_FACT = 80;

/** The same at every attempt, so that a receiver can drop duplicates. */
export function idOf(notification: Notification): string {
  switch (notification.kind) {
    case "request":
      return notification.request.id;
    case "digest": {
      const ids = notification.requests.map(({ id }) => id);
      return `digest-${createHash("sha256").update(ids.join()).digest("hex")}`;
    }
    case "reminder":
    case "probe":
      // Neither is sent twice: the next says what is the case then.
      return `${notification.kind}-${randomUUID()}`;
  }
}

export function toMessage(notification: Notification, recipient: Recipient): Message {
  const message = describe(notification, recipient);
  if (notification.kind === "probe" || recipient.links !== null) return message;
  return { ...message, advice: `${message.advice}\n${NO_LINKS}` };
}

const NO_LINKS = "To open and mark requests by link: set PUBLIC_URL.";

function describe(notification: Notification, recipient: Recipient): Message {
  switch (notification.kind) {
    case "request":
      return describeRequest(notification.request, recipient);
    case "digest":
      return describeDigest(notification.requests, recipient);
    case "reminder":
      return describeReminder(notification.reminder, recipient);
    case "probe":
      return describeProbe(notification);
  }
}

function describeRequest(request: StoredRequest, recipient: Recipient): Message {
  const { timeZone } = recipient;
  const reference = referenceOf(request.id);
  return {
    subject: `Data request ${reference} from ${onOneLine(request.company)}`,
    details: [
      identify(recipient, "Reference", request.id),
      { label: "Received", value: localTime(request.created_at, timeZone) },
      { label: "Reply due", value: localTime(request.reply_due, timeZone) },
      ...detailsOf(request),
    ],
    advice: `Once you have replied: ${COMMAND} replied ${reference}`,
  };
}

function describeDigest(requests: DigestEntry[], recipient: Recipient): Message {
  return {
    subject: requests.length === 1 ? "1 data request" : `${requests.length} data requests`,
    details: [
      ...requests
        .slice(0, MAX_LISTED)
        .map(({ id, full_name, company }) =>
          identify(recipient, "Request", id, full_name, company),
        ),
      ...countMore("Request", requests.length),
    ],
    advice: `Announced briefly, since many came in a short time or a text was rejected. See all: ${COMMAND} list`,
  };
}

function describeReminder(reminder: Reminder, recipient: Recipient): Message {
  const { timeZone, links } = recipient;
  const { overdue, overdueCount, held, heldCount, failing } = reminder;
  const replies = overdueCount === 1 ? "1 reply is overdue" : `${overdueCount} replies are overdue`;
  const heldRequests = heldCount === 1 ? "1 request is" : `${heldCount} requests are`;
  const names = failing.map(({ channel }) => channel).join(" and ");
  const subjects = [
    ...(overdueCount > 0 ? [replies] : []),
    ...(failing.length > 0 ? [`notifications by ${names} fail`] : []),
    ...(heldCount > 0 ? [`${heldRequests} held as spam`] : []),
  ];
  const [first = "", ...others] = subjects;
  const advice = [
    ...(overdueCount > 0 ? [`Once you have replied: ${COMMAND} replied REFERENCE`] : []),
    ...(failing.length > 0
      ? ["Once what fails is fixed, notifications follow within an hour."]
      : []),
    ...(heldCount > 0
      ? [`All that is held: ${COMMAND} list --held`, `Not spam: ${COMMAND} not-spam REFERENCE`]
      : []),
  ];
  return {
    subject: [first.replace(/^n/, "N"), ...others].join(", and "),
    details: [
      // First, since a chat may take only some of the details.
      ...(links ? [{ label: "List", value: "all that waits", link: links.toList }] : []),
      ...overdue.map(({ id, full_name, company, email, reply_due }) =>
        identify(
          recipient,
          "Overdue",
          id,
          full_name,
          company,
          email,
          `due ${localTime(reply_due, timeZone)}`,
        ),
      ),
      ...countMore("Overdue", overdueCount),
      ...failing.map(({ channel, undelivered, since, last_error }) => ({
        label: `Not sent by ${channel}`,
        value: onOneLine(`${undelivered} since ${localTime(since, timeZone)}: ${last_error}`),
      })),
      ...held.map(({ id, full_name, company, held_reason }) =>
        identify(recipient, "Held as spam", id, full_name, company, held_reason ?? ""),
      ),
      ...countMore("Held as spam", heldCount),
    ],
    advice: advice.join("\n"),
  };
}

function describeProbe({ url, problems }: Extract<Notification, { kind: "probe" }>): Message {
  return {
    subject: `Visitors may not be able to send requests at ${url}`,
    details: problems.map((problem) => ({ label: "Problem", value: problem })),
    advice: `Once it is fixed: npm run probe -- ${url}`,
  };
}

/** The line that names a request, in every notification. */
function identify(
  { links }: Recipient,
  label: string,
  id: string,
  ...facts: string[]
): LinkedDetail {
  const reference = referenceOf(id);
  const known = facts.filter((fact) => fact !== "").map((fact) => cut(fact, MAX_FACT));
  const value = onOneLine([reference, ...known].join(", "));
  return { label, value, ...(links && { link: links.toRequest(reference) }) };
}

/** Shortens a text; the list has all of it. Never cuts a character in two. */
export function cut(text: string, maximum: number): string {
  const characters = Array.from(text);
  return characters.length > maximum ? `${characters.slice(0, maximum).join("")}…` : text;
}

function countMore(label: string, count: number): Detail[] {
  return count > MAX_LISTED ? [{ label, value: `and ${count - MAX_LISTED} more` }] : [];
}
