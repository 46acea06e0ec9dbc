import { isIP, isIPv6 } from "node:net";
import { join, resolve } from "node:path";

import { DESK_PATH } from "../contract/routes.ts";
import { isEmail } from "../domain/data-requirement.ts";

export type Config = {
  port: number;
  host: string;
  /** A `postgres://` URL or the path of a SQLite file. */
  databaseLocation: string;
  /** Maximum number of inserts per minute and IP; 0 disables the limit. */
  ratePerMinute: number;
  /** Proxies whose X-Forwarded-For is trusted, in the format of Fastify's option `trustProxy`. */
  trustProxy: false | string[] | ((address: string, hop: number) => boolean);
  webhook:
    | { service: "standard"; url: string; secret: Buffer }
    | { service: "slack" | "discord"; url: string }
    | null;
  mail: { smtpUrl: string; from: string; to: string[] } | null;
  /** The desk's public URL, for links in notifications. Null without a desk or a public origin. */
  deskUrl: string | null;
  /** Null disables the desk. */
  deskPassword: string | null;
  timeZone: string;
};

export type ConfigResult =
  | { kind: "valid"; config: Config }
  | { kind: "invalid"; problems: string[] };

/**
 * Reads the value of the variable `name`. Throws a `ConfigProblem`, which names the variable, its rule and, unless it is
 * secret, its value.
 */
type Reader<Value> = (value: string | undefined, name: string) => Value;

export class ConfigProblem extends Error {}

export function readConfig(variables: NodeJS.ProcessEnv): ConfigResult {
  const problems: string[] = [];
  const collect = <Value>(read: () => Value): Value | undefined => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigProblem)) throw error;
      problems.push(error.message);
      return undefined;
    }
  };
  const entries = Object.entries(READERS).map(([name, read]) => {
    return [name, collect(() => read(variables[name], name))];
  });
  // An invalid variable has no value. An unset one has its default, or null.
  const values = Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as Values;
  /** Skips a combination of values if one of them is invalid by itself. */
  const combine = <Name extends keyof Values, Value>(
    names: Name[],
    toValue: (values: Pick<Values, Name>) => Value,
  ) => (names.every((name) => name in values) ? collect(() => toValue(values)) : undefined);
  const trustProxy = combine(["TRUST_PROXY", "HOST"], toTrustProxy);
  const webhook = combine(["WEBHOOK_URL", "WEBHOOK_SECRET"], toWebhook);
  const mail = combine(["SMTP_URL", "NOTIFY_EMAIL", "MAIL_FROM"], toMail);
  if (trustProxy === undefined || webhook === undefined || mail === undefined) {
    return { kind: "invalid", problems };
  }
  if (problems.length > 0) return { kind: "invalid", problems };
  const config = {
    port: values.PORT,
    host: values.HOST,
    databaseLocation: values.DATABASE_URL ?? databaseFile(values.DATA_DIR),
    ratePerMinute: values.RATE_LIMIT_PER_MINUTE,
    trustProxy,
    webhook,
    mail,
    deskUrl: toDeskUrl(values.PUBLIC_URL, values.DESK_PASSWORD),
    deskPassword: values.DESK_PASSWORD,
    timeZone: values.TZ,
  };
  return { kind: "valid", config };
}

export function databaseFile(dataFolder: string): string {
  return join(dataFolder, "requests.sqlite");
}

export const readDatabaseUrl = urlWithPassword("postgres:", "postgresql:");

const READERS = {
  PORT: wholeNumber(3000, 65_535),
  HOST: (value) => trimmed(value) ?? "127.0.0.1",
  DATA_DIR: (value) => resolve(trimmed(value) ?? ".data"),
  DATABASE_URL: readDatabaseUrl,
  RATE_LIMIT_PER_MINUTE: wholeNumber(10, 1_000_000),
  TRUST_PROXY: readTrustProxy,
  WEBHOOK_URL: urlWith("https:", "http:"),
  WEBHOOK_SECRET: trimmed,
  SMTP_URL: urlWithPassword("smtp:", "smtps:"),
  NOTIFY_EMAIL: listOf(isEmail, "list email addresses separated by commas"),
  MAIL_FROM: oneOf(isEmail, "one email address"),
  PUBLIC_URL: oneOf(isOrigin, 'an origin like "https://www.example.com"'),
  DESK_PASSWORD: readDeskPassword,
  TZ: readTimeZone,
} satisfies Record<string, Reader<unknown>>;

type Values = { [Name in keyof typeof READERS]: ReturnType<(typeof READERS)[Name]> };

/** Returns null for an empty variable, because Compose files pass unset variables as empty ones. */
function trimmed(value: string | undefined): string | null {
  return value?.trim() || null;
}

function oneOf(isValid: (text: string) => boolean, expected: string): Reader<string | null> {
  return (value, name) => {
    const text = trimmed(value);
    if (text === null || isValid(text)) return text;
    throw new ConfigProblem(`${name} must be ${expected}, but the environment has "${text}".`);
  };
}

function listOf(isValid: (text: string) => boolean, expected: string): Reader<string[]> {
  return (value, name) => {
    const texts = trimmed(value)?.split(",") ?? [];
    const list = texts.map((text) => text.trim());
    const wrong = list.find((text) => !isValid(text));
    if (wrong === undefined) return list;
    throw new ConfigProblem(`${name} must ${expected}, but the environment has "${wrong}".`);
  };
}

function wholeNumber(defaultValue: number, maximum: number): Reader<number> {
  const isValid = (text: string) => /^\d{1,9}$/.test(text) && Number(text) <= maximum;
  const read = oneOf(isValid, `a whole number from 0 to ${maximum}`);
  return (value, name) => Number(read(value, name) ?? defaultValue);
}

function urlWith(...protocols: string[]): Reader<string | null> {
  return (value, name) => {
    const text = trimmed(value);
    if (text === null) return null;
    const isKnown = protocols.some((protocol) => text.toLowerCase().startsWith(`${protocol}//`));
    if (isKnown && URL.canParse(text)) return text;
    const forms = protocols.map((protocol) => `${protocol}//…`).join(" or ");
    // Omits the value, which may contain a password.
    throw new ConfigProblem(`${name} must be a URL of the form ${forms}.`);
  };
}

function urlWithPassword(...protocols: string[]): Reader<string | null> {
  return (value, name) => {
    // In a URL, "/", "?" or "#" in a password would end the authority, and the rest would be read as a path.
    if (/:\/\/[^/?#]*[/?#].*@/s.test(value ?? "")) {
      throw new ConfigProblem(
        `${name} has an "@" after a "/", "?" or "#": percent-encode its user and password, ` +
          'with "@ / ? #" as "%40 %2F %3F %23".',
      );
    }
    return urlWith(...protocols)(value, name);
  };
}

/** Returns null if the variable is unset. */
function readTrustProxy(value: string | undefined, name: string): Config["trustProxy"] | null {
  const text = trimmed(value);
  if (text === null) return null;
  if (text === "off") return false;
  // With a number, the server trusts any peer, so the port must be reachable only by the proxy. Fastify's own number of
  // hops trusts no peer.
  if (/^[1-9]\d?$/.test(text)) return (_address, hop) => hop < Number(text);
  return listOf(isNetwork, 'be "off", a number, or a list of IPs or networks')(text, name);
}

/** Behind a proxy, a server without TRUST_PROXY would see every visitor under the proxy's IP. */
function toTrustProxy({
  TRUST_PROXY: trustProxy,
  HOST: host,
}: Pick<Values, "TRUST_PROXY" | "HOST">): Config["trustProxy"] {
  if (trustProxy !== null) return trustProxy;
  if (/^(localhost|127\..*|::1)$/.test(host)) return false;
  throw new ConfigProblem(
    `HOST is "${host}" in the environment, so other machines can reach the server, which belongs behind a proxy ` +
      '(docs/deploy.md has recipes): set TRUST_PROXY to the number of proxies, or to "off" without one, or unset HOST.',
  );
}

function readDeskPassword(value: string | undefined, name: string): string | null {
  // Not trimmed, because a password may begin or end with a space.
  if (!value || value.length >= 12) return value || null;
  throw new ConfigProblem(`${name} must have at least 12 characters.`);
}

function toWebhook({
  WEBHOOK_URL: webhookUrl,
  WEBHOOK_SECRET: secret,
}: Pick<Values, "WEBHOOK_URL" | "WEBHOOK_SECRET">): Config["webhook"] {
  if (webhookUrl === null) {
    if (secret === null) return null;
    throw new ConfigProblem("WEBHOOK_SECRET needs a WEBHOOK_URL to send to.");
  }
  const service = serviceOf(webhookUrl);
  if (service !== "standard") return { service, url: webhookUrl };
  if (secret === null) {
    throw new ConfigProblem(
      `WEBHOOK_URL needs WEBHOOK_SECRET, which signs the notifications: ${MAKE_SECRET}`,
    );
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const isBase64 = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret);
  if (isBase64 && key.length >= 24 && key.length <= 64) {
    return { service, url: webhookUrl, secret: key };
  }
  throw new ConfigProblem(
    `WEBHOOK_SECRET must be "whsec_" and 24 to 64 bytes in base64: ${MAKE_SECRET}`,
  );
}

const MAKE_SECRET = 'create one with echo "whsec_$(openssl rand -base64 32)".';

/** Slack and Discord expect their own formats. They need no signature, because their URLs are secret. */
function serviceOf(url: string): "slack" | "discord" | "standard" {
  if (url.startsWith("https://hooks.slack.com/")) return "slack";
  if (/^https:\/\/((ptb|canary)\.)?discord(app)?\.com\/api\/webhooks\//.test(url)) return "discord";
  return "standard";
}

function toMail({
  SMTP_URL: smtpUrl,
  NOTIFY_EMAIL: to,
  MAIL_FROM: from,
}: Pick<Values, "SMTP_URL" | "NOTIFY_EMAIL" | "MAIL_FROM">): Config["mail"] {
  const [first] = to;
  if (smtpUrl === null && first === undefined && from === null) return null;
  if (smtpUrl !== null && first !== undefined) return { smtpUrl, from: from ?? first, to };
  throw new ConfigProblem("SMTP_URL and NOTIFY_EMAIL belong together: set both, or neither.");
}

function toDeskUrl(publicUrl: string | null, deskPassword: string | null): string | null {
  return publicUrl === null || deskPassword === null ? null : publicUrl + DESK_PATH;
}

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value;
}

function isNetwork(value: string): boolean {
  if (value === "loopback") return true;
  const [ip = "", bits = "0", ...rest] = value.split("/");
  const widest = isIPv6(ip) ? 128 : 32;
  return isIP(ip) !== 0 && /^\d+$/.test(bits) && Number(bits) <= widest && rest.length === 0;
}

function readTimeZone(value: string | undefined, name: string): string {
  const text = trimmed(value);
  const isSystem = text === null || /^:?\/etc\/localtime$/.test(text);
  if (!isSystem && isTimeZone(text)) return text;
  if (!isSystem) {
    throw new ConfigProblem(
      `${name} must be a time zone such as "Europe/Berlin", but the environment has "${text}".`,
    );
  }
  // With an empty value, or the path of the system's time zone, Node would know no time zone at all.
  if (value !== undefined) delete process.env["TZ"];
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function isTimeZone(value: string): boolean {
  try {
    return new Date().toLocaleString("en", { timeZone: value }) !== "";
  } catch {
    return false;
  }
}
