import { readConfig, type Config } from "../config.ts";
import { openChannels, type OpenChannel } from "./channels.ts";

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
