import type { Config } from "../config.ts";
import type { Channel } from "../store/store.ts";
import { createDiscord, createSlack } from "./chat.ts";
import { createEmail } from "./email.ts";
import type { ReadReader, Send } from "./notification.ts";
import { createWebhook } from "./webhook.ts";

export function openChannels(
  { webhook, email }: Pick<Config, "webhook" | "email">,
  readReader: ReadReader,
): Map<Channel, Send> {
  const channels = new Map<Channel, Send>();
  if (email) channels.set("email", createEmail(email, readReader));
  if (webhook) channels.set("webhook", openWebhook(webhook, readReader));
  return channels;
}

function openWebhook(webhook: NonNullable<Config["webhook"]>, readReader: ReadReader): Send {
  switch (webhook.service) {
    case "slack":
      return createSlack(webhook.url, readReader);
    case "discord":
      return createDiscord(webhook.url, readReader);
    case "standard":
      return createWebhook(webhook, readReader);
  }
}
