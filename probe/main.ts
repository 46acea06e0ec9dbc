/**
 * `npm run probe -- https://www.example.com [--notify]`: whether visitors of a deployed site can send
 * requests. Exits with 1 if not. Needs the page's address only, from any machine.
 */
import { existsSync } from "node:fs";
import { parseArgs } from "node:util";

import { readConfig, type Config } from "../server/config.ts";
import { reasonOf } from "../server/log.ts";
import { openChannels } from "../server/notifications/open-channels.ts";
import { openStore, sqliteFile } from "../server/store/open-store.ts";
import type { RequestStore } from "../server/store/store.ts";
import { failed, type Finding } from "./finding.ts";
import { isSecure } from "./page.ts";
import { probe } from "./probe.ts";

const EXPECTED =
  "The address must be that of the deployed page, as in npm run probe -- https://www.example.com";

process.exitCode = await run(process.argv.slice(2), process.env);

/** Resolves to the exit code. */
async function run(args: string[], env: NodeJS.ProcessEnv): Promise<number> {
  const options = readOptions(args);
  if (options.kind === "invalid") return fail(options.problem);
  const { address, notify } = options;
  // Not the server's own settings, such as its port.
  const { DATA_DIR, DATABASE_URL, TZ, WEBHOOK_URL, WEBHOOK_SECRET } = env;
  const { SMTP_URL, NOTIFY_EMAIL, MAIL_FROM } = env;
  const channels = { WEBHOOK_URL, WEBHOOK_SECRET, SMTP_URL, NOTIFY_EMAIL, MAIL_FROM };
  const reading = readConfig({ DATA_DIR, DATABASE_URL, TZ, ...(notify && channels) });
  if (reading.kind === "invalid") return fail(reading.problems.join("\n"));
  const { config } = reading;
  if (notify && openChannelsOf(config).size === 0) {
    return fail("--notify needs WEBHOOK_URL or SMTP_URL, as the server has them (README.md).");
  }
  // Only a database that is named: another site's may lie in the default folder.
  const isNamed = Boolean(DATABASE_URL?.trim() || DATA_DIR?.trim());
  // Opening it would create it.
  const isMissing = isNamed && config.database === null && !existsSync(sqliteFile(config));
  const store = isNamed && !isMissing ? openStore(config, { user: "admin" }) : null;
  const problems = await report(address, store);
  await store?.close();
  if (isMissing) {
    const missing = failed(`DATA_DIR has no database: there is no ${sqliteFile(config)}.`);
    print(missing);
    problems.push(missing.sentence);
  }
  if (problems.length === 0) return 0;
  if (notify) await notifyProvider(address, problems, config);
  return 1;
}

type Options =
  | { kind: "valid"; address: URL; notify: boolean }
  | { kind: "invalid"; problem: string };

function readOptions(args: string[]): Options {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { notify: { type: "boolean", default: false } },
      allowPositionals: true,
    });
    const [text = "", ...others] = positionals;
    const address = URL.canParse(text) ? new URL(text) : undefined;
    const isPage = address?.pathname === "/" && address.search + address.hash === "";
    if (address && isPage && others.length === 0) {
      if (isSecure(address)) return { kind: "valid", address, notify: values.notify };
      if (address.protocol === "http:") {
        const meant = address.href.replace("http:", "https:");
        return { kind: "invalid", problem: `The page must be encrypted: probe ${meant} instead.` };
      }
    }
    const given = text === "" ? "is missing" : `is "${[text, ...others].join(" ")}"`;
    return { kind: "invalid", problem: `${EXPECTED}, but ${given}.` };
  } catch {
    return { kind: "invalid", problem: `${EXPECTED}, with no option but --notify.` };
  }
}

/** Prints each finding as it is made. Resolves to the sentences of those that failed: of no warning. */
async function report(address: URL, store: RequestStore | null): Promise<string[]> {
  const problems: string[] = [];
  for await (const finding of probe(address, store)) {
    print(finding);
    if (finding.kind === "failed") problems.push(finding.sentence);
  }
  return problems;
}

function print({ kind, sentence }: Finding): void {
  console.log(`${kind.padEnd("warning".length)}  ${sentence}`);
}

/** Sends one notification, by the first channel that works. */
async function notifyProvider(address: URL, problems: string[], config: Config): Promise<void> {
  for (const [channel, send] of openChannelsOf(config)) {
    try {
      const deadline = AbortSignal.timeout(25_000);
      await send({ kind: "probe", url: address.href, problems }, deadline);
      console.log(`Notified by ${channel}.`);
      return;
    } catch (error) {
      console.error(`Not notified by ${channel}: ${reasonOf(error)}`);
    }
  }
}

/** It names no request, and so needs no links. */
function openChannelsOf(config: Config) {
  return openChannels(config, async () => ({ timeZone: config.timeZone, links: null }));
}

function fail(problem: string): number {
  console.error(problem);
  return 1;
}
