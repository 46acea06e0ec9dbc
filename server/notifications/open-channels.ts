import type { Config } from "../config.ts";
import type { Channel } from "../store/store.ts";
import { createEmail } from "./email.ts";
import type { Send } from "./outbox-worker.ts";
import { createWebhook } from "./webhook.ts";

export function openChannels(config: Pick<Config, "webhook" | "email">): Map<Channel, Send> {
  const { webhook, email } = config;
  const channels = new Map<Channel, Send>();
  if (webhook) channels.set("webhook", createWebhook(webhook));
  if (email) channels.set("email", createEmail(email));
  return channels;
}
