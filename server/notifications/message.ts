import { referenceOf } from "../../domain/identifiers.ts";
import {
  detailsOf,
  localTime,
  onOneLine,
  type Detail,
} from "../../domain/texts/requirement-text.ts";
import { COMMAND } from "../command-name.ts";
import type { DigestEntry, StoredRequest } from "../store/store.ts";
import {
  MAX_LISTED,
  type Notification,
  type NotificationContext,
  type Reminder,
} from "./notification.ts";

/** A notification for people, before a channel's own markup. */
export type Message = { subject: string; details: LinkedDetail[]; advice: string };

/** `link` opens what the detail names. */
type LinkedDetail = Detail & { link?: string };

/** Characters of a name in a list of requests: a long one must leave space for the others. */
const MAX_FACT = 80;

export function toMessage(notification: Notification, context: NotificationContext): Message {
  const message = describe(notification, context);
  if (notification.kind === "probe" || context.links !== null) return message;
  return { ...message, advice: `${message.advice}\n${NO_LINKS}` };
}

const NO_LINKS = "To open and mark requests by link: set PUBLIC_URL.";

function describe(notification: Notification, context: NotificationContext): Message {
  switch (notification.kind) {
    case "request":
      return describeRequest(notification.request, context);
    case "digest":
      return describeDigest(notification.requests, context);
    case "reminder":
      return describeReminder(notification.reminder, context);
    case "probe":
      return describeProbe(notification);
  }
}

function describeRequest(request: StoredRequest, context: NotificationContext): Message {
  const { timeZone } = context;
  const reference = referenceOf(request.id);
  return {
    subject: `Data request ${reference} from ${onOneLine(request.company)}`,
    details: [
      identify(context, "Reference", request.id),
      { label: "Received", value: localTime(request.created_at, timeZone) },
      { label: "Reply due", value: localTime(request.reply_due, timeZone) },
      ...detailsOf(request),
    ],
    advice: `Once you have replied: ${COMMAND} replied ${reference}`,
  };
}

function describeDigest(requests: DigestEntry[], context: NotificationContext): Message {
  return {
    subject: requests.length === 1 ? "1 data request" : `${requests.length} data requests`,
    details: [
      ...requests
        .slice(0, MAX_LISTED)
        .map(({ id, full_name, company }) => identify(context, "Request", id, full_name, company)),
      ...countMore("Request", requests.length),
    ],
    advice: `Announced briefly, since many came in a short time or a text was rejected. See all: ${COMMAND} list`,
  };
}

function describeReminder(reminder: Reminder, context: NotificationContext): Message {
  const { links } = context;
  const topics = [
    describeOverdue(reminder, context),
    describeFailing(reminder, context),
    describeHeld(reminder, context),
  ].filter((topic) => topic !== null);
  const subject = topics.map((topic) => topic.subject).join(", and ");
  return {
    subject: subject.charAt(0).toUpperCase() + subject.slice(1),
    details: [
      // First, since a chat may take only some of the details.
      ...(links ? [{ label: "List", value: "all that waits", link: links.toList }] : []),
      ...topics.flatMap(({ details }) => details),
    ],
    advice: topics.map(({ advice }) => advice).join("\n"),
  };
}

function describeOverdue(
  { overdue, overdueCount }: Reminder,
  context: NotificationContext,
): Message | null {
  if (overdueCount === 0) return null;
  const label = "Overdue";
  return {
    subject: overdueCount === 1 ? "1 reply is overdue" : `${overdueCount} replies are overdue`,
    details: [
      ...overdue.map(({ id, full_name, company, email, reply_due }) => {
        const due = `due ${localTime(reply_due, context.timeZone)}`;
        return identify(context, label, id, full_name, company, email, due);
      }),
      ...countMore(label, overdueCount),
    ],
    advice: `Once you have replied: ${COMMAND} replied REFERENCE`,
  };
}

function describeFailing({ failing }: Reminder, { timeZone }: NotificationContext): Message | null {
  if (failing.length === 0) return null;
  const names = failing.map(({ channel }) => channel).join(" and ");
  return {
    subject: `notifications by ${names} fail`,
    details: failing.map(({ channel, failed, since, last_error }) => ({
      label: `Not sent by ${channel}`,
      value: onOneLine(`${failed} since ${localTime(since, timeZone)}: ${last_error}`),
    })),
    advice: "Once what fails is fixed, notifications follow within an hour.",
  };
}

function describeHeld({ held, heldCount }: Reminder, context: NotificationContext): Message | null {
  if (heldCount === 0) return null;
  const label = "Held as spam";
  return {
    subject:
      heldCount === 1 ? "1 request is held as spam" : `${heldCount} requests are held as spam`,
    details: [
      ...held.map(({ id, full_name, company, held_reason }) =>
        identify(context, label, id, full_name, company, held_reason ?? ""),
      ),
      ...countMore(label, heldCount),
    ],
    advice: `All that is held: ${COMMAND} list --held\nNot spam: ${COMMAND} not-spam REFERENCE`,
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
  { links }: NotificationContext,
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
