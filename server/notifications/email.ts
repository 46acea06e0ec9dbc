import { createTransport } from "nodemailer";

import type { Config } from "../config.ts";
import {
  toMessage,
  type Message,
  type Notification,
  type Reader,
  type Send,
} from "./notification.ts";

/** E-mails notifications to the provider; a reply to a request's mail goes to the visitor. */
export function createEmail(
  { smtpUrl, from, to }: NonNullable<Config["email"]>,
  reader: Reader,
): Send {
  const transport = createTransport(smtpUrl);
  const domain = from.slice(from.lastIndexOf("@") + 1);
  return async (notification, signal) => {
    const message = toMessage(notification, reader);
    const { id, ...headers } = headersOf(notification);
    await transport.sendMail({
      // Objects, because nodemailer would parse a string for more addresses.
      from: { name: "Data requests", address: from },
      to: to.map((address) => ({ name: "", address })),
      ...headers,
      // The same at every attempt, so that a mailbox can drop duplicates.
      messageId: `<${id}@${domain}>`,
      subject: message.subject,
      text: toText(message),
      html: toHtml(message),
      disableFileAccess: true,
      disableUrlAccess: true,
      signal,
    });
  };
}

function headersOf(notification: Notification) {
  if (notification.kind === "reminder") return { id: notification.reminder.id };
  const { id, full_name, email } = notification.requirement;
  return { id, replyTo: { name: full_name, address: email } };
}

function toText({ details, advice }: Message): string {
  // Indented, so that no line of a visitor's text looks like one of ours.
  const lines = details.map(({ label, value }) => `${label}: ${value.replaceAll("\n", "\n  ")}`);
  return [...lines, "", advice, ""].join("\n");
}

/** One column in which long words break, so that it can be read on a phone. */
function toHtml({ details, advice }: Message): string {
  const rows = details.map(
    ({ label, value }) =>
      `<dt style="color:#595959;font-size:14px">${escape(label)}</dt>` +
      `<dd style="margin:0 0 12px;white-space:pre-wrap;overflow-wrap:anywhere">${escape(value)}</dd>`,
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width, initial-scale=1"></head>' +
    '<body style="font:16px/1.5 sans-serif;max-width:36em;margin:0 auto;padding:16px">' +
    `<dl style="margin:0">\n${rows.join("\n")}\n</dl>\n` +
    `<p style="white-space:pre-wrap;overflow-wrap:anywhere">${escape(advice)}</p></body></html>`
  );
}

function escape(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}
