import { readConfig } from "../config.ts";
import { openChannels, type OpenChannel } from "./channels.ts";

type ChannelsResult = { kind: "open"; channels: OpenChannel[] } | { kind: "none"; problem: string };

/** Opens the channels for `--notify`, an option of `requests backup` and of the probe. Reads only their variables. */
export function readChannels(env: NodeJS.ProcessEnv): ChannelsResult {
  const { TZ, WEBHOOK_URL, WEBHOOK_SECRET, SMTP_URL, NOTIFY_EMAIL, MAIL_FROM } = env;
  const mail = { SMTP_URL, NOTIFY_EMAIL, MAIL_FROM };
  const result = readConfig({ TZ, WEBHOOK_URL, WEBHOOK_SECRET, ...mail });
  if (result.kind === "invalid") return { kind: "none", problem: result.problems.join("\n") };
  const channels = openChannels(result.config);
  if (channels.length > 0) return { kind: "open", channels };
  return {
    kind: "none",
    problem: "--notify needs WEBHOOK_URL or SMTP_URL, as the server has them (README.md).",
  };
}
