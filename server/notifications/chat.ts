import { cut, toMessage, type Message } from "./message.ts";
import type { ReadContext, Send } from "./notification.ts";
import { postJson } from "./post.ts";

/** Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export function createSlack(url: string, readContext: ReadContext): Send {
  return async (notification, signal) => {
    const message = toMessage(notification, await readContext());
    const text = toMarkup(message, {
      bold: "*",
      escape: escapeSlack,
      // `verbatim` below makes no link of an address by itself.
      toLink: (link) => `<${link}>`,
      maximum: 3_000,
    });
    const body = {
      // For the notification on a phone; the message is the block.
      text: escapeSlack(message.subject),
      // `verbatim` stops Slack from turning @names and #channels into mentions.
      blocks: [{ type: "section", text: { type: "mrkdwn", text, verbatim: true } }],
    };
    await postJson(url, JSON.stringify(body), { signal });
  };
}

/** Discord: https://docs.discord.com/developers/resources/webhook#execute-webhook */
export function createDiscord(url: string, readContext: ReadContext): Send {
  return async (notification, signal) => {
    const message = toMessage(notification, await readContext());
    const description = toMarkup(message, {
      bold: "**",
      escape: escapeDiscord,
      toLink: (link) => link,
      maximum: 4_096,
    });
    const body = { embeds: [{ description }], allowed_mentions: { parse: [] } };
    await postJson(url, JSON.stringify(body), { signal });
  };
}

type Markup = {
  bold: string;
  escape: (text: string) => string;
  /** Writes a link of ours, which needs no escapes. */
  toLink: (link: string) => string;
  maximum: number;
};

/** As many details as the service takes; the advice, which names the reference, is always there. */
function toMarkup(
  { subject, details, advice }: Message,
  { bold, escape, toLink, maximum }: Markup,
): string {
  const first = `${bold}${escape(cut(subject, MAX_VALUE))}${bold}`;
  const last = escape(advice);
  const lines = details.map(({ label, value, link }) => {
    // Indented, so that no line of a visitor's text looks like one of ours.
    const shown = escape(cut(value, MAX_VALUE)).replaceAll("\n", "\n  ");
    return `${bold}${escape(label)}:${bold} ${shown}${link ? ` ${toLink(link)}` : ""}`;
  });
  let text = first;
  let end = last;
  for (const line of lines) {
    if (`${text}\n${line}\n…\n${last}`.length <= maximum) text = `${text}\n${line}`;
    else end = `…\n${last}`;
  }
  return `${text}\n${end}`;
}

const MAX_VALUE = 300;

/** Escapes the three characters of Slack's markup, so that no text can link or mention. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<@]/g, "\\$&");
}
