import { isIP, isIPv6 } from "node:net";
import { resolve } from "node:path";

import { isEmail } from "../domain/data-requirement.ts";

/** The environment variables of the server, parsed once, at start. */
export type Config = {
  port: number;
  host: string;
  dataFolder: string;
  /** Inserts per minute and address; 0 is no limit. */
  ratePerMinute: number;
  /** Proxies whose X-Forwarded-For counts, as Fastify's `trustProxy` takes them. */
  trustProxy: false | string[] | ((address: string, hop: number) => boolean);
  /** Other origins whose pages may send requests. */
  allowedOrigins: string[];
  webhook:
    | { service: "standard"; url: string; secret: Buffer }
    | { service: "slack" | "discord"; url: string }
    | null;
  email: { smtpUrl: string; from: string; to: string[] } | null;
  /** The origin under which this server is reached, for links in notifications; null is no links. */
  publicUrl: string | null;
  /** Opens the desk; null is no desk. */
  adminPassword: string | null;
  /** The time zone of times that the provider reads, such as "Europe/Berlin". */
  timeZone: string;
};

export type ConfigResult =
  | { kind: "valid"; config: Config }
  | { kind: "invalid"; problems: string[] };

/**
 * Reports a problem in one sentence: the variable, its rule, and its value unless that is secret. Whoever reports
 * one returns any value of its type: nothing uses a configuration that has problems.
 */
type Report = (problem: string) => void;

export function readConfig(variables: NodeJS.ProcessEnv): ConfigResult {
  const problems: string[] = [];
  const report: Report = (problem) => void problems.push(problem);
  // An empty value, as compose files write a variable that is not set, is unset.
  const text = (name: string): string | null => variables[name]?.trim() || null;
  const number = (name: string, defaultValue: number, [min, max]: [number, number]): number => {
    const given = text(name) ?? String(defaultValue);
    const value = /^\d{1,9}$/.test(given) ? Number(given) : NaN;
    if (value >= min && value <= max) return value;
    report(`${name} must be a whole number from ${min} to ${max}, but is "${given}".`);
    return defaultValue;
  };
  const url = (name: string, protocols: string[]): string | null => {
    const given = text(name);
    const isValid =
      given === null || (URL.canParse(given) && protocols.includes(new URL(given).protocol));
    const forms = protocols.map((protocol) => `${protocol}//…`).join(" or ");
    // The value may contain a password, so it is not repeated.
    if (!isValid) report(`${name} must be an address of the form ${forms}.`);
    return given;
  };

  const config: Config = {
    port: number("PORT", 3000, [0, 65_535]),
    host: text("HOST") ?? "127.0.0.1",
    dataFolder: resolve(text("DATA_DIR") ?? ".data"),
    ratePerMinute: number("RATE_LIMIT_PER_MINUTE", 10, [0, 1_000_000]),
    trustProxy: readTrustProxy(text("TRUST_PROXY"), report),
    allowedOrigins: readOrigins(text("ALLOWED_ORIGINS"), report),
    webhook: readWebhook(url("WEBHOOK_URL", ["https:", "http:"]), text("WEBHOOK_SECRET"), report),
    email: readEmail(
      url("SMTP_URL", ["smtp:", "smtps:"]),
      { to: text("NOTIFY_EMAIL"), from: text("MAIL_FROM") },
      report,
    ),
    publicUrl: readPublicUrl(text("PUBLIC_URL"), report),
    // Not trimmed: it may begin or end with a space.
    adminPassword: readPassword(variables["ADMIN_PASSWORD"] || null, report),
    timeZone: readTimeZone(text("TZ"), report),
  };
  checkExposure(config.host, text("TRUST_PROXY"), report);
  return problems.length > 0 ? { kind: "invalid", problems } : { kind: "valid", config };
}

function readPassword(given: string | null, report: Report): string | null {
  if (given !== null && given.length < 12) {
    report("ADMIN_PASSWORD must have at least 12 characters.");
  }
  return given;
}

/** Behind a proxy, a server without TRUST_PROXY would take every visitor for the proxy. */
function checkExposure(host: string, trustProxy: string | null, report: Report): void {
  if (trustProxy !== null || /^(localhost|127\..*|::1)$/.test(host)) return;
  report(
    `HOST "${host}" lets other machines reach the server, which belongs behind a proxy ` +
      '(docs/deploy.md has recipes): set TRUST_PROXY to the number of proxies, or to "off" without one.',
  );
}

function readTrustProxy(given: string | null, report: Report): Config["trustProxy"] {
  if (given === null || given === "off") return false;
  // Whatever the peer's address is: with a number, only the proxy may be able to reach the port.
  if (/^[1-9]\d?$/.test(given)) return (_address, hop) => hop < Number(given);
  const entries = given.split(",").map((entry) => entry.trim());
  if (entries.every(isNetwork)) return entries;
  report(
    'TRUST_PROXY must be "off", the number of proxies in front, or their addresses ' +
      `("10.0.0.0/8, loopback"), but is "${given}".`,
  );
  return false;
}

/** An address, a network in CIDR form, or this machine. */
function isNetwork(entry: string): boolean {
  if (entry === "loopback") return true;
  const [address = "", bits = "0", ...rest] = entry.split("/");
  const widest = isIPv6(address) ? 128 : 32;
  return isIP(address) !== 0 && /^\d+$/.test(bits) && Number(bits) <= widest && rest.length === 0;
}

function readOrigins(given: string | null, report: Report): string[] {
  const origins = given?.split(",").map((origin) => origin.trim()) ?? [];
  for (const origin of origins) {
    if (URL.canParse(origin) && new URL(origin).origin === origin) continue;
    report(
      `ALLOWED_ORIGINS must list origins like "https://www.example.com" separated by commas, ` +
        `but has "${origin}".`,
    );
  }
  return origins;
}

function readPublicUrl(given: string | null, report: Report): string | null {
  const isOrigin = given !== null && URL.canParse(given) && new URL(given).origin === given;
  if (given !== null && !isOrigin) {
    report(`PUBLIC_URL must be an origin like "https://www.example.com", but is "${given}".`);
  }
  return given;
}

function readWebhook(url: string | null, secret: string | null, report: Report): Config["webhook"] {
  if (url === null) {
    if (secret !== null) report("WEBHOOK_SECRET needs a WEBHOOK_URL to send to.");
    return null;
  }
  const service = serviceOf(url);
  if (service !== "standard") return { service, url };
  if (secret === null) {
    report("WEBHOOK_URL needs WEBHOOK_SECRET beside it, to sign what is sent.");
    return null;
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const isBase64 = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret);
  if (isBase64 && key.length >= 24 && key.length <= 64) return { service, url, secret: key };
  report(
    'WEBHOOK_SECRET must be "whsec_" and 24 to 64 bytes in base64: ' +
      'echo "whsec_$(openssl rand -base64 32)" makes one.',
  );
  return null;
}

/** Slack and Discord expect messages of their own form, and their URLs are secrets themselves. */
function serviceOf(url: string): "slack" | "discord" | "standard" {
  if (url.startsWith("https://hooks.slack.com/")) return "slack";
  if (/^https:\/\/discord(app)?\.com\/api\/webhooks\//.test(url)) return "discord";
  return "standard";
}

function readEmail(
  smtpUrl: string | null,
  { to, from }: { to: string | null; from: string | null },
  report: Report,
): Config["email"] {
  const recipients = to?.split(",").map((address) => address.trim()) ?? [];
  for (const recipient of recipients) {
    if (isEmail(recipient)) continue;
    report(`NOTIFY_EMAIL must list e-mail addresses separated by commas, but has "${recipient}".`);
  }
  if (from !== null && !isEmail(from)) {
    report(`MAIL_FROM must be one e-mail address, but is "${from}".`);
  }
  const [first] = recipients;
  if (smtpUrl === null && first === undefined && from === null) return null;
  if (smtpUrl !== null && first !== undefined) {
    return { smtpUrl, from: from ?? first, to: recipients };
  }
  report("SMTP_URL and NOTIFY_EMAIL belong together: set both, or neither.");
  return null;
}

function readTimeZone(given: string | null, report: Report): string {
  try {
    return new Intl.DateTimeFormat(
      "en",
      given === null ? {} : { timeZone: given },
    ).resolvedOptions().timeZone;
  } catch {
    report(`TZ must be a time zone such as "Europe/Berlin", but is "${given}".`);
    return "UTC";
  }
}
