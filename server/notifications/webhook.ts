import { createHmac } from "node:crypto";

import { FIELDS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { DigestEntry, StoredRequest } from "../store/store.ts";
import {
  idOf,
  MAX_LISTED,
  type Notification,
  type NotificationContext,
  type ReadContext,
  type Send,
} from "./notification.ts";
import { postJson } from "./post.ts";

/** Posts notifications to the provider's URL, signed as https://www.standardwebhooks.com specifies. */
export function createWebhook(
  { url, secret }: { url: string; secret: Buffer },
  readContext: ReadContext,
): Send {
  return async (notification, signal) => {
    const id = idOf(notification);
    const body = JSON.stringify(toEvent(notification, await readContext()));
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
  switch (notification.kind) {
    case "request":
      return {
        type: "data_requirement.created",
        timestamp: notification.request.created_at,
        data: publicFields(notification.request, context),
      };
    case "digest":
      return {
        type: "data_requirement.digest",
        timestamp: new Date().toISOString(),
        data: {
          count: notification.requests.length,
          requests: notification.requests
            .slice(0, MAX_LISTED)
            .map((each) => toEntry(each, context)),
        },
      };
    case "reminder": {
      const { overdue, overdueCount, failing, held, heldCount } = notification.reminder;
      return {
        type: "reminder",
        timestamp: new Date().toISOString(),
        data: {
          overdue: overdue.map((each) =>
            Object.assign(toEntry(each, context), { reply_due: each.reply_due }),
          ),
          overdue_count: overdueCount,
          failing: failing.map(({ failed, ...channel }) =>
            Object.assign(channel, { undelivered: failed }),
          ),
          held: held.map((each) =>
            Object.assign(toEntry(each, context), { held_reason: each.held_reason }),
          ),
          held_count: heldCount,
          link: context.links?.toList,
        },
      };
    }
    case "probe": {
      const { url, problems } = notification;
      return { type: "probe", timestamp: new Date().toISOString(), data: { url, problems } };
    }
  }
}

/** What names one of many requests: receivers limit the size of a body, often to 100 KB. */
function toEntry({ id, full_name, company }: DigestEntry, { links }: NotificationContext) {
  const reference = referenceOf(id);
  return { id, reference, full_name, company, link: links?.toRequest(reference) };
}

function publicFields(
  request: StoredRequest,
  { links }: NotificationContext,
): Record<string, unknown> {
  const names = ["created_at", "reply_due", ...FIELDS] as const;
  const fields = names.map((name) => [name, request[name]]);
  const { id } = request;
  const reference = referenceOf(id);
  return { id, reference, link: links?.toRequest(reference), ...Object.fromEntries(fields) };
}
