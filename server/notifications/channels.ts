import type { Channel } from "../../domain/channels.ts";
import { readConfig, type Config } from "../config.ts";
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

type ChannelsResult =
  | { kind: "open"; channels: OpenChannel[]; config: Config }
  | { kind: "none"; problem: string };

/**
 * Opens the channels for the option `--notify` or the command `notify`. Reads only the variables of channels and those in
 * `desk`, so that `backup --notify` works with an invalid `DESK_PASSWORD`.
 */
export function readChannels(
  env: NodeJS.ProcessEnv,
  { caller = "--notify", desk = {} }: { caller?: string; desk?: NodeJS.ProcessEnv } = {},
): ChannelsResult {
  const { TZ, WEBHOOK_URL, WEBHOOK_SECRET, SMTP_URL, NOTIFY_EMAIL, MAIL_FROM } = env;
  const mail = { SMTP_URL, NOTIFY_EMAIL, MAIL_FROM };
  const result = readConfig({ TZ, WEBHOOK_URL, WEBHOOK_SECRET, ...mail, ...desk });
  if (result.kind === "invalid") return { kind: "none", problem: result.problems.join("\n") };
  const { config } = result;
  const channels = openChannels(config);
  if (channels.length > 0) return { kind: "open", channels, config };
  return {
    kind: "none",
    problem: `${caller} needs WEBHOOK_URL or SMTP_URL, as the server has them (README.md).`,
  };
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
