import type { Config } from "../config.ts";
import type { Channel } from "../store/store.ts";
import { createDiscord, createSlack } from "./chat.ts";
import { createEmail } from "./email.ts";
import type { Reader, Send } from "./notification.ts";
import { createWebhook } from "./webhook.ts";

export function openChannels(config: Config): Map<Channel, Send> {
  const { webhook, email, timeZone } = config;
  const reader = { timeZone };
  const channels = new Map<Channel, Send>();
  if (email) channels.set("email", createEmail(email, reader));
  if (webhook) channels.set("webhook", openWebhook(webhook, reader));
  return channels;
}

function openWebhook(webhook: NonNullable<Config["webhook"]>, reader: Reader): Send {
  switch (webhook.service) {
    case "slack":
      return createSlack(webhook.url, reader);
    case "discord":
      return createDiscord(webhook.url, reader);
    case "standard":
      return createWebhook(webhook);
  }
}
