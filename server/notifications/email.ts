import { createTransport } from "nodemailer";

import { onOneLine } from "../../domain/texts/requirement-text.ts";
import type { Config } from "../config.ts";
import { reasonOf } from "../log.ts";
import { toMessage, type Message } from "./message.ts";
import {
  ContentRejected,
  idOf,
  type Notification,
  type NotificationContext,
  type Send,
} from "./notification.ts";

/** E-mails notifications to the provider; a reply to a request's mail goes to the visitor. */
export function createEmail(
  { smtpUrl, from, to }: NonNullable<Config["email"]>,
  context: NotificationContext,
): Send {
  const transport = createTransport(smtpUrl);
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return async (notification, signal) => {
    const message = toMessage(notification, context);
    const mail = {
      // Objects, because nodemailer would parse a string for more addresses.
      from: { name: "Data requests", address: from },
      to: to.map((address) => ({ name: "", address })),
      ...replyTo(notification),
      messageId: `<${idOf(notification)}@${domain}>`,
      subject: toHeader(message.subject),
      text: toText(message),
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    };
    await transport.sendMail(mail).catch((error: unknown) => {
      throw isContentRejection(error)
        ? new ContentRejected(reasonOf(error), { cause: error })
        : error;
    });
  };
}

/** A wrong password and an unknown recipient have codes of their own. */
function isContentRejection(error: unknown): boolean {
  const { code, responseCode = 0 } = error as { code?: string; responseCode?: number };
  return code === "EMESSAGE" && responseCode >= 500;
}

function replyTo(notification: Notification) {
  if (notification.kind !== "request") return {};
  const { full_name, email } = notification.request;
  return { replyTo: { name: toHeader(full_name), address: email } };
}

/** Without `=?`, since mail programs would decode it: an encoded word may hold a line break. */
function toHeader(text: string): string {
  return onOneLine(text).replaceAll("=?", "= ?");
}

function toText({ details, advice }: Message): string {
  // Indented, so that no line of a visitor's text looks like one of ours.
  const lines = details.map(({ label, value }) => `${label}: ${value.replaceAll("\n", "\n  ")}`);
  return [...lines, "", advice, ""].join("\n");
}
