import type { Config } from "../config.ts";
import type { Channel } from "../store/rows.ts";
import { createDiscord, createSlack } from "./chat.ts";
import { createEmail } from "./email.ts";
import type { NotificationContext, Send } from "./notification.ts";
import { createWebhook } from "./webhook.ts";

/** `sendsDigests` is whether people read it: they get one message for several requests, and few messages. */
export type OpenChannel = { channel: Channel; send: Send; sendsDigests: boolean };

/** The channels that are configured. */
export function openChannels(
  { webhook, email }: Pick<Config, "webhook" | "email">,
  context: NotificationContext,
): OpenChannel[] {
  const channels: OpenChannel[] = [];
  if (email) {
    channels.push({ channel: "email", send: createEmail(email, context), sendsDigests: true });
  }
  if (webhook) {
    const sendsDigests = webhook.service !== "standard";
    channels.push({ channel: "webhook", send: createWebhookOf(webhook, context), sendsDigests });
  }
  return channels;
}

function createWebhookOf(
  webhook: NonNullable<Config["webhook"]>,
  context: NotificationContext,
): Send {
  switch (webhook.service) {
    case "slack":
      return createSlack(webhook.url, context);
    case "discord":
      return createDiscord(webhook.url, context);
    case "standard":
      return createWebhook(webhook, context);
  }
}
