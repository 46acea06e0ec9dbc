import { parseArgs } from "node:util";

import { isEmail } from "../domain/data-requirement.ts";

export type DeskTask =
  | { kind: "help" }
  | { kind: "list"; format: "table" | "csv" | "jsonl" }
  | { kind: "erase"; email: string; sure: boolean }
  | { kind: "replied"; email: string }
  | { kind: "backup"; file: string }
  | { kind: "wrong"; sentence: string };

export const DESK_HELP = `Usage: npm run -s requests -- [option]

Lists the stored requests, newest first, with when each reply is due.

  --format table     a table for people (this is the default)
  --format csv       every field, for spreadsheets; texts that a spreadsheet would run as a
                     formula start with an apostrophe
  --format jsonl     every field, one JSON object a line, for programs
  --replied EMAIL    notes that this address was answered: its requests are no longer due
  --erase EMAIL      erases everything this address sent (asks first; --yes does not ask)
  --backup FILE      copies the SQLite database to FILE, while the server runs
  --help             shows this

Reads DATA_DIR or DATABASE_URL, like the server.
`;

const OPTIONS = {
  format: { type: "string" },
  replied: { type: "string" },
  erase: { type: "string" },
  backup: { type: "string" },
  yes: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const;

export function readDeskOptions(words: string[]): DeskTask {
  const reading = parse(words);
  if (typeof reading === "string") return { kind: "wrong", sentence: reading };
  const { format, replied, erase, backup, yes = false, help } = reading;
  if (help) return { kind: "help" };
  const asked = [format, replied, erase, backup].filter((value) => value !== undefined);
  if (asked.length > 1) return wrong("Give one of --format, --replied, --erase and --backup.");
  const email = erase ?? replied;
  if (email !== undefined && !isEmail(email)) return wrong(`"${email}" is no e-mail address.`);
  if (yes && erase === undefined) return wrong("--yes goes with --erase.");
  if (erase !== undefined) return { kind: "erase", email: erase, sure: yes };
  if (replied !== undefined) return { kind: "replied", email: replied };
  if (backup !== undefined) return { kind: "backup", file: backup };
  if (format === undefined || format === "table" || format === "csv" || format === "jsonl") {
    return { kind: "list", format: format ?? "table" };
  }
  return wrong(`--format must be table, csv or jsonl, but is "${format}".`);
}

function parse(words: string[]) {
  try {
    return parseArgs({ args: words, options: OPTIONS, strict: true }).values;
  } catch (error) {
    const [sentence = "Wrong option"] = error instanceof Error ? error.message.split(". ") : [];
    return `${sentence.replace(/\.$/, "")}: see --help.`;
  }
}

function wrong(sentence: string): DeskTask {
  return { kind: "wrong", sentence };
}
