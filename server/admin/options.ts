import { parseArgs } from "node:util";

import { isEmail } from "../../domain/data-requirement.ts";
import type { Channel } from "../store/store.ts";
import { FORMATS, type FormatName } from "./formats.ts";

export type AdminTask =
  | { kind: "help" }
  | { kind: "list"; format: FormatName }
  | { kind: "erase"; email: string; confirmed: boolean }
  | { kind: "erase-older"; days: number; confirmed: boolean; dryRun: boolean }
  | { kind: "replied"; email: string }
  | { kind: "remove-channel"; channel: Channel }
  | { kind: "backup"; file: string }
  | { kind: "invalid"; problem: string };

export const HELP = `Usage: npm run -s requests -- [option]

Lists the stored requests, newest first, with when each reply is due.

  --format table           a table for people (the default)
  --format csv             every field, for spreadsheets; texts that a spreadsheet would run as
                           a formula start with an apostrophe
  --format jsonl           every field, one JSON object per line, for programs
  --replied EMAIL          marks what this address sent as replied
  --erase EMAIL            erases everything this address sent
  --erase-older-than 180d  erases what was received longer ago; --dry-run only counts it
  --yes                    erases without asking
  --remove-channel NAME    queues no new notifications for webhook or email, until a server that
                           has the channel starts
  --backup FILE            copies the SQLite database to FILE, while the server runs
  --help                   shows this

Reads DATA_DIR or DATABASE_URL, like the server.
`;

const OPTIONS = {
  format: { type: "string" },
  replied: { type: "string" },
  erase: { type: "string" },
  "erase-older-than": { type: "string" },
  "dry-run": { type: "boolean" },
  "remove-channel": { type: "string" },
  backup: { type: "string" },
  yes: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export function readOptions(args: string[]): AdminTask {
  const reading = parse(args);
  if (typeof reading === "string") return { kind: "invalid", problem: reading };
  const { format, replied, erase, backup, yes = false, help, "dry-run": dryRun = false } = reading;
  const { "erase-older-than": age, "remove-channel": channel } = reading;
  if (help) return { kind: "help" };
  const tasks = [format, replied, erase, age, channel, backup].filter((task) => task !== undefined);
  if (tasks.length > 1) return invalid("Give one option at a time: see --help.");
  const email = erase ?? replied;
  if (email !== undefined && !isEmail(email))
    return invalid(`"${email}" is not an e-mail address.`);
  if (yes && erase === undefined && age === undefined) return invalid("--yes goes with --erase.");
  if (dryRun && age === undefined) return invalid("--dry-run goes with --erase-older-than.");

  if (erase !== undefined) return { kind: "erase", email: erase, confirmed: yes };
  if (age !== undefined) {
    const days = Number(/^(\d{1,5})d$/.exec(age)?.[1] ?? 0);
    if (days === 0)
      return invalid(`--erase-older-than must be days, such as 180d, but is "${age}".`);
    return { kind: "erase-older", days, confirmed: yes, dryRun };
  }
  if (replied !== undefined) return { kind: "replied", email: replied };
  if (channel === "webhook" || channel === "email") return { kind: "remove-channel", channel };
  if (channel !== undefined) return invalid("--remove-channel must be webhook or email.");
  if (backup !== undefined) return { kind: "backup", file: backup };
  const known = FORMATS.find((name) => name === (format ?? "table"));
  if (known) return { kind: "list", format: known };
  return invalid(`--format must be table, csv or jsonl, but is "${format}".`);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS }).values;
  } catch (error) {
    const [problem = "Unknown option"] = error instanceof Error ? error.message.split(". ") : [];
    return `${problem.replace(/\.$/, "")}: see --help.`;
  }
}

function invalid(problem: string): AdminTask {
  return { kind: "invalid", problem };
}
