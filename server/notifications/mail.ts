import { createTransport } from "nodemailer";

import { onOneLine } from "../../domain/escape-controls.ts";
import type { Config } from "../config.ts";
import { toMessage, type Message } from "./message.ts";
import {
  DELIVERY_TIMEOUT_MS,
  DeliveryFailed,
  idOf,
  type Notification,
  type NotificationContext,
  type Send,
} from "./notification.ts";

export function createMail(
  { smtpUrl, from, to }: NonNullable<Config["mail"]>,
  context: NotificationContext,
): { send: Send; verify: () => Promise<void> } {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: DELIVERY_TIMEOUT_MS,
    greetingTimeout: DELIVERY_TIMEOUT_MS,
    socketTimeout: DELIVERY_TIMEOUT_MS,
  });
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return {
    async send(notification, signal) {
      const message = toMessage(notification, context);
      const mail = {
        // Passes objects, because nodemailer would split a string into several recipients.
        from: { name: "Data requests", address: from },
        to: to.map((address) => ({ name: "", address })),
        ...replyTo(notification),
        messageId: `<${idOf(notification)}@${domain}>`,
        subject: toHeader(message.subject),
        text: toMailText(message),
        disableFileAccess: true,
        disableUrlAccess: true,
        signal,
      };
      await transport.sendMail(mail).catch(fail);
    },
    async verify() {
      await transport.verify().catch(fail);
    },
  };
}

/** Throws a `DeliveryFailed` with a message such as "550 5.7.1, DATA" or, without a reply, "ECONNREFUSED". */
function fail(error: unknown): never {
  const { message, name, code, responseCode, response, command } = error as {
    message?: string;
    name?: string;
    /** Nodemailer's code, such as "ESOCKET" for every failed connection. */
    code?: string;
    /** The full reply, such as "550 5.7.1 …". */
    response?: string;
    responseCode?: number;
    command?: string;
  };
  const [status] = /^\d{3}[ -]\d\.\d{1,3}\.\d{1,3}\b/.exec(response ?? "") ?? [];
  const reason =
    responseCode === undefined
      ? (/\bE[A-Z]{4,}\b/.exec(message ?? "")?.[0] ?? code ?? name ?? "unknown")
      : [status ?? responseCode, ...(command ? [command] : [])].join(", ");
  // Nodemailer uses other codes for a rejected login, sender or recipient.
  const isContentRejected =
    code === "EMESSAGE" && responseCode !== undefined && responseCode >= 500;
  throw new DeliveryFailed(reason, { isContentRejected, cause: error });
}

function replyTo(notification: Notification) {
  if (notification.kind !== "request") return {};
  const { full_name, email } = notification.request;
  return { replyTo: { name: toHeader(full_name), address: email } };
}

/** Breaks up RFC 2047 encoded-words, because they could inject line breaks. */
function toHeader(text: string): string {
  return onOneLine(text).replaceAll("=?", "= ?");
}

function toMailText({ details, advice }: Message): string {
  // Indents further lines, so that visitor text cannot imitate our lines.
  const lines = details.map(({ label, value }) => `${label}: ${value.replaceAll("\n", "\n  ")}`);
  return [...lines, ...(lines.length > 0 ? [""] : []), advice, ""].join("\n");
}
