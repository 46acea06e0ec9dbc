import { resolve } from "node:path";

import { describe, expect, test } from "vitest";

import { readConfig } from "./config.ts";

const SECRET = `whsec_${Buffer.alloc(32, "s").toString("base64")}`;

function read(variables: NodeJS.ProcessEnv) {
  const result = readConfig(variables);
  if (result.kind === "invalid") throw new Error(result.problems.join("\n"));
  return result.config;
}

test.each([{}, { PORT: "", DATA_DIR: " ", WEBHOOK_URL: "" }])(
  "%j means the defaults",
  (variables) => {
    expect(read(variables)).toEqual({
      port: 3000,
      host: "127.0.0.1",
      databaseLocation: resolve(".data/requests.sqlite"),
      ratePerMinute: 10,
      trustProxy: false,
      webhook: null,
      mail: null,
      deskUrl: null,
      deskPassword: null,
      timeZone: expect.any(String),
    });
  },
);

describe("valid values", () => {
  test("a full configuration is read as it is written", () => {
    const config = read({
      PORT: "80",
      HOST: "0.0.0.0",
      DESK_PASSWORD: "twelve chars",
      RATE_LIMIT_PER_MINUTE: "0",
      TRUST_PROXY: "loopback, 10.0.0.0/8, ::1",
      WEBHOOK_URL: "https://hooks.example/x",
      WEBHOOK_SECRET: SECRET,
      SMTP_URL: "smtp://mail.example:25",
      NOTIFY_EMAIL: "sales@example.org, ada@example.org",
      MAIL_FROM: "site@example.org",
      PUBLIC_URL: "https://www.example.org",
      TZ: "Europe/Berlin",
    });
    expect(config).toMatchObject({
      port: 80,
      ratePerMinute: 0,
      trustProxy: ["loopback", "10.0.0.0/8", "::1"],
      webhook: {
        service: "standard",
        url: "https://hooks.example/x",
        secret: Buffer.alloc(32, "s"),
      },
      mail: { from: "site@example.org", to: ["sales@example.org", "ada@example.org"] },
      deskUrl: "https://www.example.org/requests",
      deskPassword: "twelve chars",
      timeZone: "Europe/Berlin",
    });
  });

  const ENCODED = "smtps://site%40a.example:%2F%3F%23%40@smtp.example:465/?requireTLS=true";
  const SLACK = "https://hooks.slack.com/services/T0/B0/x";
  const DISCORD = "https://discord.com/api/webhooks/1/x";
  const DISCORD_CANARY = "https://canary.discord.com/api/webhooks/1/x";
  const MAIL = { SMTP_URL: "smtp://mail.example", NOTIFY_EMAIL: "a@b.co,c@d.co" };
  test.each([
    [{ WEBHOOK_URL: SLACK }, { webhook: { service: "slack", url: SLACK } }],
    [{ WEBHOOK_URL: DISCORD }, { webhook: { service: "discord", url: DISCORD } }],
    [{ WEBHOOK_URL: DISCORD_CANARY }, { webhook: { service: "discord", url: DISCORD_CANARY } }],
    [MAIL, { mail: { from: "a@b.co", to: ["a@b.co", "c@d.co"] } }],
    [{ ...MAIL, SMTP_URL: ENCODED }, { mail: { smtpUrl: ENCODED } }],
    [{ HOST: "0.0.0.0", TRUST_PROXY: "off" }, { host: "0.0.0.0" }],
    [{ PUBLIC_URL: "https://www.example.org" }, { deskUrl: null }],
    [{ HOST: "0.0.0.0", TRUST_PROXY: "1" }, { host: "0.0.0.0" }],
  ])("a configuration of %j needs nothing else", (variables, expected) => {
    expect(read(variables)).toMatchObject(expected);
  });

  test.each([":/etc/localtime", ""])("TZ=%j means the system's time zone", (systemZone) => {
    const zone = process.env["TZ"];
    delete process.env["TZ"];
    const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
    process.env["TZ"] = systemZone;
    expect(read({ TZ: systemZone }).timeZone).toBe(timeZone);
    process.env["TZ"] = zone;
  });

  test("TRUST_PROXY=2 trusts two hops", () => {
    const { trustProxy } = read({ TRUST_PROXY: "2" });
    const hops = [0, 1, 2].map((hop) => typeof trustProxy === "function" && trustProxy("::1", hop));
    expect(hops).toEqual([true, true, false]);
  });
});

describe("invalid values", () => {
  test.each(["smtps://u%40x.de:12/34@smtp.x:465", "smtp://u:p?w@smtp.x", "smtp://u:p#w@smtp.x"])(
    "a URL delimiter in a mail password is rejected, with the advice to encode it: %s",
    (smtpUrl) => {
      const result = readConfig({ SMTP_URL: smtpUrl, NOTIFY_EMAIL: "a@b.co" });
      expect(result).toMatchObject({ problems: [expect.stringContaining("percent-encode")] });
    },
  );

  test("all wrong values and wrong combinations are reported at once", () => {
    const wrong = { PORT: "http", TZ: "Berlin", HOST: "0.0.0.0", WEBHOOK_SECRET: "x" };
    const { problems } = readConfig({ ...wrong, MAIL_FROM: "a@b.co" }) as { problems: string[] };
    expect(problems.map((problem) => problem.split(" ")[0])).toEqual([
      "PORT",
      "TZ",
      "HOST",
      "WEBHOOK_SECRET",
      "SMTP_URL",
    ]);
  });

  test("a combination is not reported if one of its values is already wrong", () => {
    const result = readConfig({ SMTP_URL: "mail", MAIL_FROM: "a@b.co" });
    expect(result).toMatchObject({ problems: [expect.stringMatching(/^SMTP_URL must be/)] });
  });

  test.each([
    ["PORT", { PORT: "http" }],
    ["PORT", { PORT: "65536" }],
    ["DESK_PASSWORD", { DESK_PASSWORD: "eleven char" }],
    ["TRUST_PROXY", { HOST: "0.0.0.0" }],
    ["TRUST_PROXY", { TRUST_PROXY: "true" }],
    ["TRUST_PROXY", { TRUST_PROXY: "0" }],
    ["TRUST_PROXY", { TRUST_PROXY: "10.0.0.0/33" }],
    ["WEBHOOK_URL", { WEBHOOK_URL: "ftp://a", WEBHOOK_SECRET: SECRET }],
    ["WEBHOOK_SECRET", { WEBHOOK_URL: "https://a.example" }],
    ["WEBHOOK_SECRET", { WEBHOOK_URL: "https://a.example", WEBHOOK_SECRET: "whsec_short" }],
    ["WEBHOOK_SECRET", { WEBHOOK_SECRET: SECRET }],
    ["SMTP_URL", { SMTP_URL: "smtp://a" }],
    ["WEBHOOK_SECRET", { WEBHOOK_URL: "https://hooks.slack.com.example/x" }],
    ["MAIL_FROM", { SMTP_URL: "smtp://a", NOTIFY_EMAIL: "a@b.co", MAIL_FROM: "Site <a@b.co>" }],
    ["SMTP_URL", { MAIL_FROM: "a@b.co" }],
    ["NOTIFY_EMAIL", { SMTP_URL: "smtp://a", NOTIFY_EMAIL: "me" }],
    ["PUBLIC_URL", { PUBLIC_URL: "https://www.example.org/requests" }],
    ["PUBLIC_URL", { PUBLIC_URL: "off" }],
    ["DATABASE_URL", { DATABASE_URL: "mysql://a:secret@b/c" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://a:p/w@b/c" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres:c" }],
    ["TZ", { TZ: "Berlin" }],
  ])("an invalid %s is reported in one sentence that names the variable: %j", (name, variables) => {
    const result = readConfig(variables);
    expect(result).toMatchObject({ kind: "invalid", problems: [expect.stringContaining(name)] });
  });
});
