import type { Config } from "../config.ts";
import type { Channel } from "../store/store.ts";
import { createDiscord, createSlack } from "./chat.ts";
import { createEmail } from "./email.ts";
import type { ReadRecipient, Send } from "./notification.ts";
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
  readRecipient: ReadRecipient,
): Map<Channel, Send> {
  const channels = new Map<Channel, Send>();
  if (email) channels.set("email", createEmail(email, readRecipient));
  if (webhook) channels.set("webhook", openWebhook(webhook, readRecipient));
  return channels;
}

function openWebhook(webhook: NonNullable<Config["webhook"]>, readRecipient: ReadRecipient): Send {
  switch (webhook.service) {
    case "slack":
      return createSlack(webhook.url, readRecipient);
    case "discord":
      return createDiscord(webhook.url, readRecipient);
    case "standard":
      return createWebhook(webhook, readRecipient);
  }
}
