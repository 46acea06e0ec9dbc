import { isIP, isIPv6 } from "node:net";
import { resolve } from "node:path";

import { isEmail } from "../domain/data-requirement.ts";

export type Config = {
  port: number;
  host: string;
  dataFolder: string;
  /** Maximum number of inserts per minute and IP; 0 disables the limit. */
  ratePerMinute: number;
  /** Proxies whose X-Forwarded-For is trusted, in the format of Fastify's option `trustProxy`. */
  trustProxy: false | string[] | ((address: string, hop: number) => boolean);
  webhook:
    | { service: "standard"; url: string; secret: Buffer }
    | { service: "slack" | "discord"; url: string }
    | null;
  mail: { smtpUrl: string; from: string; to: string[] } | null;
  /** This server's public origin, for links in notifications; null omits them. */
  publicUrl: string | null;
  /** Null disables the desk. */
  deskPassword: string | null;
  timeZone: string;
};

export type ConfigResult =
  | { kind: "valid"; config: Config }
  | { kind: "invalid"; problems: string[] };

/** Records a message that names the variable, its rule and, unless secret, its value. It makes the config invalid. */
type Report = (problem: string) => void;

type Rule = { is: (value: string) => boolean; expected: string };

export function readConfig(variables: NodeJS.ProcessEnv): ConfigResult {
  const problems: string[] = [];
  const report: Report = (problem) => void problems.push(problem);
  // Treats an empty variable as unset, because Compose files pass unset variables as empty ones.
  const text = (name: string): string | null => variables[name]?.trim() || null;
  const one = (name: string, { is, expected }: Rule): string | null => {
    const value = text(name);
    if (value !== null && !is(value)) report(`${name} must be ${expected}, but is "${value}".`);
    return value;
  };
  const list = (name: string, { is, expected }: Rule): string[] => {
    const values =
      text(name)
        ?.split(",")
        .map((value) => value.trim()) ?? [];
    const wrong = values.find((value) => !is(value));
    if (wrong !== undefined) report(`${name} must list ${expected}, but has "${wrong}".`);
    return values;
  };
  const number = (name: string, defaultValue: number, maximum: number): number => {
    const is = (value: string) => /^\d{1,9}$/.test(value) && Number(value) <= maximum;
    return Number(
      one(name, { is, expected: `a whole number from 0 to ${maximum}` }) ?? defaultValue,
    );
  };
  const url = (name: string, protocols: string[]): string | null => {
    const value = text(name);
    const isValid =
      value === null || (URL.canParse(value) && protocols.includes(new URL(value).protocol));
    const forms = protocols.map((protocol) => `${protocol}//…`).join(" or ");
    // Omits the value, which may contain a password.
    if (!isValid) report(`${name} must be a URL of the form ${forms}.`);
    return value;
  };

  const readSmtpUrl = (): string | null => {
    const value = text("SMTP_URL");
    // In a URL, "/", "?" or "#" in a password would end the authority, and the rest would be read as a path.
    if (value === null || !/:\/\/[^/?#]*[/?#].*@/s.test(value)) {
      return url("SMTP_URL", ["smtp:", "smtps:"]);
    }
    report(
      'SMTP_URL has an "@" after a "/", "?" or "#": percent-encode its user and password, ' +
        'with "@ / ? #" as "%40 %2F %3F %23".',
    );
    return value;
  };

  const readTrustProxy = (): Config["trustProxy"] => {
    const value = text("TRUST_PROXY");
    if (value === null || value === "off") return false;
    // With a number, the server trusts any peer, so the port must be reachable only by the proxy.
    if (/^[1-9]\d?$/.test(value)) return (_address, hop) => hop < Number(value);
    return list("TRUST_PROXY", PROXIES);
  };

  const host = text("HOST") ?? "127.0.0.1";
  checkExposure(host, text("TRUST_PROXY"), report);
  // Not trimmed, because a password may begin or end with a space.
  const deskPassword = variables["DESK_PASSWORD"] || null;
  if (deskPassword !== null && deskPassword.length < 12) {
    report("DESK_PASSWORD must have at least 12 characters.");
  }
  const config: Config = {
    port: number("PORT", 3000, 65_535),
    host,
    dataFolder: resolve(text("DATA_DIR") ?? ".data"),
    ratePerMinute: number("RATE_LIMIT_PER_MINUTE", 10, 1_000_000),
    trustProxy: readTrustProxy(),
    webhook: readWebhook(url("WEBHOOK_URL", ["https:", "http:"]), text("WEBHOOK_SECRET"), report),
    mail: readMail(
      readSmtpUrl(),
      { to: list("NOTIFY_EMAIL", EMAILS), from: one("MAIL_FROM", EMAIL) },
      report,
    ),
    publicUrl: one("PUBLIC_URL", ORIGIN),
    deskPassword,
    timeZone: one("TZ", TIME_ZONE) ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  return problems.length > 0 ? { kind: "invalid", problems } : { kind: "valid", config };
}

/** Behind a proxy, a server without TRUST_PROXY would see every visitor under the proxy's IP. */
function checkExposure(host: string, trustProxy: string | null, report: Report): void {
  if (trustProxy !== null || /^(localhost|127\..*|::1)$/.test(host)) return;
  report(
    `HOST "${host}" lets other machines reach the server, which belongs behind a proxy ` +
      '(docs/deploy.md has recipes): set TRUST_PROXY to the number of proxies, or to "off" without one.',
  );
}

function readWebhook(url: string | null, secret: string | null, report: Report): Config["webhook"] {
  if (url === null) {
    if (secret !== null) report("WEBHOOK_SECRET needs a WEBHOOK_URL to send to.");
    return null;
  }
  const service = serviceOf(url);
  if (service !== "standard") return { service, url };
  if (secret === null) {
    report(`WEBHOOK_URL needs WEBHOOK_SECRET, which signs the notifications: ${MAKE_SECRET}`);
    return null;
  }
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  const isBase64 = /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret);
  if (isBase64 && key.length >= 24 && key.length <= 64) return { service, url, secret: key };
  report(`WEBHOOK_SECRET must be "whsec_" and 24 to 64 bytes in base64: ${MAKE_SECRET}`);
  return null;
}

const MAKE_SECRET = 'create one with echo "whsec_$(openssl rand -base64 32)".';

/** Slack and Discord expect their own formats. They need no signature, because their URLs are secret. */
function serviceOf(url: string): "slack" | "discord" | "standard" {
  if (url.startsWith("https://hooks.slack.com/")) return "slack";
  if (/^https:\/\/discord(app)?\.com\/api\/webhooks\//.test(url)) return "discord";
  return "standard";
}

function readMail(
  smtpUrl: string | null,
  { to, from }: { to: string[]; from: string | null },
  report: Report,
): Config["mail"] {
  const [first] = to;
  if (smtpUrl === null && first === undefined && from === null) return null;
  if (smtpUrl !== null && first !== undefined) return { smtpUrl, from: from ?? first, to };
  report("SMTP_URL and NOTIFY_EMAIL belong together: set both, or neither.");
  return null;
}

const EMAIL: Rule = { is: isEmail, expected: "one email address" };

const EMAILS: Rule = { is: isEmail, expected: "email addresses separated by commas" };

const ORIGIN: Rule = { is: isOrigin, expected: 'an origin like "https://www.example.com"' };

const PROXIES: Rule = {
  is: isNetwork,
  expected:
    'the IPs or networks of its proxies ("10.0.0.0/8, loopback"), or be their number or "off"',
};

const TIME_ZONE: Rule = { is: isTimeZone, expected: 'a time zone such as "Europe/Berlin"' };

function isOrigin(value: string): boolean {
  return URL.canParse(value) && new URL(value).origin === value;
}

function isNetwork(value: string): boolean {
  if (value === "loopback") return true;
  const [ip = "", bits = "0", ...rest] = value.split("/");
  const widest = isIPv6(ip) ? 128 : 32;
  return isIP(ip) !== 0 && /^\d+$/.test(bits) && Number(bits) <= widest && rest.length === 0;
}

function isTimeZone(value: string): boolean {
  try {
    return new Date().toLocaleString("en", { timeZone: value }) !== "";
  } catch {
    return false;
  }
}
