import type { Channel } from "../../domain/channels.ts";
import type { Config } from "../config.ts";
import { reasonOf } from "../log.ts";
import { createDiscord, createSlack } from "./chat.ts";
import { createMail } from "./mail.ts";
import {
  DELIVERY_TIMEOUT_MS,
  type Notification,
  type NotificationContext,
  type Send,
} from "./notification.ts";
import { createWebhook } from "./webhook.ts";

export type OpenChannel = {
  channel: Channel;
  send: Send;
  /** Rejects with `DeliveryFailed` if the login fails; undefined for channels without a login. */
  verify?: () => Promise<void>;
};

export function openChannels(
  config: Pick<Config, "webhook" | "mail"> & NotificationContext,
): OpenChannel[] {
  const { webhook, mail } = config;
  const channels: OpenChannel[] = [];
  if (mail) channels.push({ channel: "mail", ...createMail(mail, config) });
  if (webhook) channels.push(openWebhook(webhook, config));
  return channels;
}

/** Sends the notification through the first channel that works. `report` has one line per attempt. */
export async function sendByFirst(
  channels: readonly OpenChannel[],
  notification: Notification,
): Promise<{ sentBy: Channel | null; report: string }> {
  const failures: string[] = [];
  for (const { channel, send } of channels) {
    try {
      await send(notification, AbortSignal.timeout(DELIVERY_TIMEOUT_MS));
      return { sentBy: channel, report: [...failures, `Notified by ${channel}.`].join("\n") };
    } catch (error) {
      failures.push(`Not notified by ${channel}: ${reasonOf(error)}.`);
    }
  }
  const report = [...failures, "No channel works: nobody was notified."].join("\n");
  return { sentBy: null, report };
}

function openWebhook(
  webhook: NonNullable<Config["webhook"]>,
  context: NotificationContext,
): OpenChannel {
  switch (webhook.service) {
    case "slack":
      return { channel: "chat", send: createSlack(webhook.url, context) };
    case "discord":
      return { channel: "chat", send: createDiscord(webhook.url, context) };
    case "standard":
      return { channel: "webhook", send: createWebhook(webhook, context) };
  }
}
