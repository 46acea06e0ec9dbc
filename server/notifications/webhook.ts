import { createHmac } from "node:crypto";

import { FIELDS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import {
  idOf,
  MAX_LISTED,
  type NamedRequest,
  type Notification,
  type NotificationContext,
  type Send,
} from "./notification.ts";
import { postJson } from "./post.ts";

/** Posts notifications to the provider's URL, signed as https://www.standardwebhooks.com specifies. */
export function createWebhook(
  { url, secret }: { url: string; secret: Buffer },
  context: NotificationContext,
): Send {
  return async (notification, signal) => {
    const id = idOf(notification);
    const body = JSON.stringify(toEvent(notification, context));
    const seconds = String(Math.floor(Date.now() / 1000));
    const signed = `${id}.${seconds}.${body}`;
    const signature = createHmac("sha256", secret).update(signed).digest("base64");
    const headers = {
      "webhook-id": id,
      "webhook-timestamp": seconds,
      "webhook-signature": `v1,${signature}`,
    };
    await postJson(url, body, { headers, signal });
  };
}

function toEvent(notification: Notification, context: NotificationContext) {
  const now = new Date().toISOString();
  switch (notification.kind) {
    case "request": {
      const { request } = notification;
      const names = ["created_at", "reply_due", ...FIELDS] as const;
      const fields = Object.fromEntries(names.map((name) => [name, request[name]]));
      return {
        type: "data_requirement.created",
        timestamp: request.created_at,
        data: { ...toIdentifiers(request.id, context), ...fields },
      };
    }
    case "digest": {
      const { requests } = notification;
      const listed = requests.slice(0, MAX_LISTED).map((each) => toEntry(each, context));
      return {
        type: "data_requirement.digest",
        timestamp: now,
        data: { count: requests.length, requests: listed },
      };
    }
    case "reminder": {
      const { overdue, spam, failing } = notification.reminder;
      return {
        type: "reminder",
        timestamp: now,
        data: {
          overdue: overdue.rows.map((row) =>
            Object.assign(toEntry(row, context), { reply_due: row.reply_due }),
          ),
          overdue_count: overdue.count,
          failing: failing.map(({ channel, count, since, last_error }) => ({
            channel,
            undelivered: count,
            since,
            last_error,
          })),
          spam: spam.rows.map((row) =>
            Object.assign(toEntry(row, context), { spam_reason: row.spam_reason }),
          ),
          spam_count: spam.count,
          link: context.deskUrl ?? undefined,
        },
      };
    }
    case "probe": {
      const { url, problem } = notification;
      return { type: "probe", timestamp: now, data: { url, problem } };
    }
  }
}

/** What names one of many requests: receivers limit the size of a body, often to 100 KB. */
function toEntry({ id, full_name, company }: NamedRequest, context: NotificationContext) {
  return { ...toIdentifiers(id, context), full_name, company };
}

function toIdentifiers(id: string, { deskUrl }: NotificationContext) {
  const reference = referenceOf(id);
  return { id, reference, link: deskUrl ? `${deskUrl}/${reference}` : undefined };
}
