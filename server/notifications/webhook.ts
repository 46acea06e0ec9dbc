import { createHmac } from "node:crypto";

import { FIELDS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { StoredRequirement } from "../store/store.ts";
import type { Notification, Send } from "./notification.ts";
import { postJson } from "./post.ts";

/**
 * Posts notifications to the provider's URL, signed as https://www.standardwebhooks.com specifies. The
 * `webhook-id` is the same at every attempt: receivers drop duplicates.
 */
export function createWebhook({ url, secret }: { url: string; secret: Buffer }): Send {
  return async (notification, signal) => {
    const { id, ...event } = toEvent(notification);
    const body = JSON.stringify(event);
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

function toEvent(notification: Notification) {
  if (notification.kind === "request") {
    const { requirement } = notification;
    return {
      id: requirement.id,
      type: "data_requirement.created",
      timestamp: requirement.created_at,
      data: publicFields(requirement),
    };
  }
  const { id, overdue, overdueCount, failing, heldCount } = notification.reminder;
  return {
    id,
    type: "reminder",
    timestamp: new Date().toISOString(),
    data: {
      overdue: overdue.map(publicFields),
      overdue_count: overdueCount,
      failing,
      held_count: heldCount,
    },
  };
}

function publicFields(requirement: StoredRequirement): Record<string, unknown> {
  const names = ["created_at", "reply_due", ...FIELDS] as const;
  const fields = names.map((name) => [name, requirement[name]]);
  const { id } = requirement;
  return { id, reference: referenceOf(id), ...Object.fromEntries(fields) };
}
