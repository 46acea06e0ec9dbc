import type { Config } from "../config.ts";
import type { Channel } from "../store/store.ts";
import { createDiscord, createSlack } from "./chat.ts";
import { createEmail } from "./email.ts";
import type { ReadContext, Send } from "./notification.ts";
import { createWebhook } from "./webhook.ts";

type ChannelConfig = Pick<Config, "webhook" | "email">;

/** The channels that are configured. */
export function channelsOf({ webhook, email }: ChannelConfig): Channel[] {
  const channels: Channel[] = [];
  if (email) channels.push("email");
  if (webhook) channels.push("webhook");
  return channels;
}

export function openChannels(
  { webhook, email }: ChannelConfig,
  readContext: ReadContext,
): Map<Channel, Send> {
  const channels = new Map<Channel, Send>();
  if (email) channels.set("email", createEmail(email, readContext));
  if (webhook) channels.set("webhook", openWebhook(webhook, readContext));
  return channels;
}

function openWebhook(webhook: NonNullable<Config["webhook"]>, readContext: ReadContext): Send {
  switch (webhook.service) {
    case "slack":
      return createSlack(webhook.url, readContext);
    case "discord":
      return createDiscord(webhook.url, readContext);
    case "standard":
      return createWebhook(webhook, readContext);
  }
}
