import { parseArgs } from "node:util";

import { isReference } from "../../domain/identifiers.ts";
import type { Channel } from "../store/store.ts";
import { FORMATS, type FormatName } from "./formats.ts";

/** `who` is an e-mail address or a reference. */
export type AdminTask =
  | { kind: "help" }
  | { kind: "list"; format: FormatName; all: boolean; held: boolean; search: string | null }
  | { kind: "show"; who: string }
  | { kind: "replied"; who: string }
  | { kind: "unreplied"; who: string }
  | { kind: "erase"; who: string; confirmed: boolean }
  | { kind: "erase-older" | "erase-spam"; days: number; confirmed: boolean; dryRun: boolean }
  | { kind: "spam"; whos: string[] }
  | { kind: "not-spam"; who: string }
  | { kind: "remove-channel"; channel: Channel }
  | { kind: "backup"; file: string }
  | { kind: "invalid"; problem: string };

export const HELP = `Usage: npm run -s requests -- [option]

Lists the requests that wait for a reply, newest first, 20 at most. WHO is a reference, as the
visitor's receipt shows it, or an e-mail address, which stands for all of its requests.

  --all                    lists every request except spam, replied to or not
  --held                   lists what is held as spam and was not announced, with the reason
  --search TEXT            lists the requests that have this text in any field
  --format csv             every request with every field, for spreadsheets; texts that a
                           spreadsheet would run as a formula start with an apostrophe
  --format jsonl           every request with every field, one JSON object per line, for programs
  --show WHO               shows everything about a request, and its notifications
  --replied WHO            marks as replied; --unreplied WHO takes that back
  --not-spam WHO           announces what was held
  --spam WHO…              holds as spam; notifications not delivered yet are dropped
  --erase WHO              erases
  --erase-older-than 180d  erases what was received longer ago; --dry-run only counts it
  --erase-spam             erases spam received more than 30 days ago; --dry-run only counts it
  --yes                    erases without asking
  --remove-channel NAME    queues no new notifications for webhook or email, until a server that
                           has the channel starts
  --backup FILE            copies the SQLite database to FILE, while the server runs
  --help                   shows this

Reads DATA_DIR or DATABASE_URL, and TZ, like the server.
`;

const OPTIONS = {
  all: { type: "boolean" },
  held: { type: "boolean" },
  search: { type: "string" },
  format: { type: "string" },
  show: { type: "string" },
  replied: { type: "string" },
  unreplied: { type: "string" },
  erase: { type: "string" },
  "erase-older-than": { type: "string" },
  spam: { type: "string" },
  "not-spam": { type: "string" },
  "erase-spam": { type: "boolean" },
  "dry-run": { type: "boolean" },
  "remove-channel": { type: "string" },
  backup: { type: "string" },
  yes: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

const SPAM_DAYS = 30;

/** Options that are a task by themselves. Their value says which requests they act on. */
const TASKS = [
  "show",
  "replied",
  "unreplied",
  "erase",
  "erase-older-than",
  "spam",
  "not-spam",
  "erase-spam",
  "remove-channel",
  "backup",
] as const;

export function readOptions(args: string[]): AdminTask {
  const parsed = parse(args);
  if (typeof parsed === "string") return invalid(parsed);
  const { values: given, positionals: more } = parsed;
  if (given.help) return { kind: "help" };
  const [task, another] = TASKS.filter((name) => given[name] !== undefined);
  const lists = given.all ?? given.held ?? given.search ?? given.format;
  if (another || (task && lists !== undefined)) {
    return invalid("Give one option at a time: see --help.");
  }
  if (given.yes && !task?.startsWith("erase")) return invalid("--yes goes with --erase.");
  if (given["dry-run"] && task !== "erase-older-than" && task !== "erase-spam") {
    return invalid("--dry-run goes with --erase-older-than and --erase-spam.");
  }
  if (task === "spam") return readSpam([given.spam ?? "", ...more]);
  if (more.length > 0) return invalid(`Unexpected argument '${more[0]}': see --help.`);
  return task === undefined ? readList(given) : readTask(task, String(given[task]), given);
}

type Given = Exclude<ReturnType<typeof parse>, string>["values"];

function readList({ all = false, held = false, search, format = "table" }: Given): AdminTask {
  const known = FORMATS.find((name) => name === format);
  if (known) return { kind: "list", format: known, all, held, search: search ?? null };
  return invalid(`--format must be table, csv or jsonl, but is "${format}".`);
}

function readSpam(whos: string[]): AdminTask {
  const stranger = whos.find((who) => !isWho(who));
  return stranger === undefined ? { kind: "spam", whos } : notWho(stranger);
}

function readTask(
  task: Exclude<(typeof TASKS)[number], "spam">,
  value: string,
  given: Given,
): AdminTask {
  const { yes: confirmed = false, "dry-run": dryRun = false } = given;
  switch (task) {
    case "backup":
      return { kind: "backup", file: value };
    case "remove-channel":
      if (value === "webhook" || value === "email") return { kind: task, channel: value };
      return invalid("--remove-channel must be webhook or email.");
    case "erase-older-than": {
      const days = Number(/^(\d{1,5})d$/.exec(value)?.[1] ?? 0);
      if (days > 0) return { kind: "erase-older", days, confirmed, dryRun };
      return invalid(`--erase-older-than must be days, such as 180d, but is "${value}".`);
    }
    case "erase-spam":
      return { kind: task, days: SPAM_DAYS, confirmed, dryRun };
    case "not-spam":
    case "show":
    case "replied":
    case "unreplied":
    case "erase":
      return isWho(value) ? { kind: task, who: value, confirmed } : notWho(value);
  }
}

/** Accepts any address: one that is refused today may be stored already. */
function isWho(text: string): boolean {
  return text.includes("@") || isReference(text);
}

function notWho(text: string): AdminTask {
  return invalid(`"${text}" is neither a reference nor an e-mail address.`);
}

function parse(args: string[]) {
  try {
    return parseArgs({ args, options: OPTIONS, allowPositionals: true });
  } catch (error) {
    const [problem = "Unknown option"] = error instanceof Error ? error.message.split(". ") : [];
    return `${problem.replace(/\.$/, "")}: see --help.`;
  }
}

function invalid(problem: string): AdminTask {
  return { kind: "invalid", problem };
}
