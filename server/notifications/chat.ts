import { cut, toMessage, type Message } from "./message.ts";
import type { NotificationContext, Send } from "./notification.ts";
import { postJson } from "./post.ts";

/** Slack: https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks */
export function createSlack(url: string, context: NotificationContext): Send {
  return async (notification, signal) => {
    const message = toMessage(notification, context);
    // Marks up links, because `verbatim` below turns off automatic links.
    const advice = message.advice.replaceAll(/https?:\/\/\S+/g, "<$&>");
    const text = toChatText({ ...message, advice }, { escape: escapeSlack, maximum: 3_000 });
    const body = {
      // Slack shows this text in push notifications. In the channel, it shows the block below.
      text: escapeSlack(message.subject),
      // `verbatim` stops Slack from turning @names and #channels into mentions.
      blocks: [{ type: "section", text: { type: "mrkdwn", text, verbatim: true } }],
    };
    await postJson(url, JSON.stringify(body), { signal });
  };
}

/** Discord: https://docs.discord.com/developers/resources/webhook#execute-webhook */
export function createDiscord(url: string, context: NotificationContext): Send {
  return async (notification, signal) => {
    const message = toMessage(notification, context);
    const description = toChatText(message, { escape: escapeDiscord, maximum: 4_096 });
    const body = { embeds: [{ description }], allowed_mentions: { parse: [] } };
    await postJson(url, JSON.stringify(body), { signal });
  };
}

/** Drops details beyond the service's limit, but never the subject, which names the request, or the advice. */
function toChatText(
  { subject, details, advice }: Message,
  { escape, maximum }: { escape: (text: string) => string; maximum: number },
): string {
  const lines = [escape(cut(subject, MAX_VALUE))];
  // Not escaped, because the advice contains no visitor text and its link must work.
  const end = `\n${advice}`;
  for (const { label, value } of details) {
    // Indents further lines, so that visitor text cannot imitate our lines.
    const shown = escape(cut(value, MAX_VALUE)).replaceAll("\n", "\n  ");
    const line = `${escape(label)}: ${shown}`;
    if ([...lines, line, "…", end].join("\n").length > maximum) {
      lines.push("…");
      break;
    }
    lines.push(line);
  }
  return [...lines, end].join("\n");
}

const MAX_VALUE = 300;

/** Escapes Slack's markup, so that visitor text can neither create links nor mention people. */
function escapeSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

function escapeDiscord(text: string): string {
  return text.replaceAll(/[\\*_~`|>#[\]()<@]/g, "\\$&");
}
