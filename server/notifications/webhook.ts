import { createHmac } from "node:crypto";

import { FIELDS } from "../../domain/fields.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { idOf, type Notification, type NotificationContext, type Send } from "./notification.ts";
import { postJson } from "./post.ts";

/** Standard Webhooks: https://www.standardwebhooks.com */
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

function toEvent(notification: Notification, { deskUrl }: NotificationContext) {
  if (notification.kind !== "request") {
    const { kind, ...data } = notification;
    return {
      type: kind,
      timestamp: new Date().toISOString(),
      data: { ...data, link: deskUrl ?? undefined },
    };
  }
  const { request } = notification;
  const { id, created_at } = request;
  const names = ["created_at", "reply_due", ...FIELDS] as const;
  const fields = Object.fromEntries(names.map((name) => [name, request[name]]));
  const link = deskUrl ? `${deskUrl}/${id}` : undefined;
  return {
    type: "data_requirement.created",
    timestamp: created_at,
    data: { id, reference: referenceOf(id), link, ...fields },
  };
}
