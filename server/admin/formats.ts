import { FIELDS, LABELS, REQUIRED_FIELDS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { withLineFeeds } from "../../domain/line-breaks.ts";
import {
  localTime,
  onOneLine,
  showControls,
  type Detail,
} from "../../domain/texts/requirement-text.ts";
import { detailsOfStored, isOverdue, localMinute, type Clock } from "../request-details.ts";
import { PROVIDER_COLUMNS } from "../store/columns.ts";
import type { ListedRequest } from "../store/store.ts";

/** How a list is written: a heading line, then each request. */
export type ListFormat = { head: string; line: (row: ListedRequest, clock: Clock) => string };

/** Heading, width in characters, and what is shown of a request. */
const TABLE: [string, number, (row: ListedRequest, clock: Clock) => string][] = [
  ["REFERENCE", 9, (row) => referenceOf(row.id)],
  ["RECEIVED", 16, (row, { timeZone }) => localMinute(row.created_at, timeZone)],
  ["REPLY DUE", 16, (row, { timeZone }) => localMinute(row.reply_due, timeZone)],
  ["", 15, state],
  ...REQUIRED_FIELDS.map((field): (typeof TABLE)[number] => [
    LABELS[field].toUpperCase(),
    field === "email" ? 30 : 20,
    (row) => row[field],
  ]),
  ["NOTE", 40, (row) => row.note ?? ""],
];

const CSV_COLUMNS = [
  "id",
  "created_at",
  "reply_due",
  ...FIELDS,
  "replied_at",
  "replied_via",
  ...PROVIDER_COLUMNS,
] as const;

export const table: ListFormat = {
  head: tableLine(TABLE.map(([heading]) => heading)),
  line: (row, clock) => tableLine(TABLE.map(([, , show]) => show(row, clock))),
};

const csv: ListFormat = {
  // The mark by which spreadsheets recognise UTF-8.
  head: `\uFEFF${csvLine(["reference", ...CSV_COLUMNS])}`,
  line: (row) => csvLine([referenceOf(row.id), ...CSV_COLUMNS.map((column) => row[column])]),
};

const jsonl: ListFormat = { head: "", line: jsonLine };

export const EXPORT_FORMATS = new Map([
  ["csv", csv],
  ["jsonl", jsonl],
]);

/** Everything about one request, for people. */
export function inFull(row: ListedRequest, clock: Clock): string {
  const details = [
    ...detailsOfStored(row, clock),
    ...describeNote(row, clock),
    { label: "Id", value: row.id },
  ];
  const width = Math.max(...details.map(({ label }) => label.length)) + 2;
  const lines = details.map(({ label, value }) => {
    const indented = showControls(value).replaceAll("\n", `\n${" ".repeat(width)}`);
    return `${label.padEnd(width)}${indented}\n`;
  });
  return `${lines.join("")}\n`;
}

/** Seven days from `start` on, in milliseconds since 1970. */
export type Week = {
  start: number;
  received: number;
  replied: number;
  held: number;
  medianHours: number | null;
};

export function weeksTable(weeks: Week[], timeZone: string): string {
  const lines = weeks.map(({ start, received, replied, held, medianHours }) => [
    localMinute(new Date(start).toISOString(), timeZone).slice(0, 10),
    ...[received, replied, held].map(String),
    medianHours === null ? "" : medianHours.toFixed(1),
  ]);
  const headings = ["WEEK FROM", "RECEIVED", "REPLIED", "HELD", "MEDIAN HOURS TO THE REPLY"];
  return [headings, ...lines]
    .map((cells) => cells.map((cell, index) => cell.padEnd((headings[index] ?? "").length + 2)))
    .map((cells) => `${cells.join("").trimEnd()}\n`)
    .join("");
}

export function describeCount(requests: number): string {
  return requests === 1 ? "1 request" : `${requests} requests`;
}

function describeNote({ note, noted_at }: ListedRequest, { timeZone }: Clock): Detail[] {
  if (note === null || noted_at === null) return [];
  return [
    { label: "Note", value: note },
    { label: "Noted", value: localTime(noted_at, timeZone) },
  ];
}

function state(row: ListedRequest, { now }: Clock): string {
  if (row.held_reason !== null) return `held: ${row.held_reason}`;
  if (row.replied_at !== null) return row.replied_via === "link" ? "replied by link" : "replied";
  return isOverdue(row, now) ? "OVERDUE" : "";
}

function tableLine(cells: string[]): string {
  const padded = TABLE.map(([, width], index) => {
    const cell = cells[index] ?? "";
    const shown = Array.from(onOneLine(cell));
    const cut = shown.length > width ? [...shown.slice(0, width - 1), "…"] : shown;
    return cut.join("").padEnd(width);
  });
  return `${padded.join("  ").trimEnd()}\n`;
}

/**
 * RFC 4180. A cell that a spreadsheet would run as a formula is made text with an apostrophe; characters
 * that control a terminal or the direction of text are left out.
 */
function csvLine(cells: (string | string[] | null)[]): string {
  const written = cells.map((cell) => {
    const value = Array.isArray(cell) ? cell.join("; ") : (cell ?? "");
    const plain = withLineFeeds(value).replaceAll(/[^\P{Cc}\t\n]|\p{Bidi_Control}/gu, "");
    const text = isPhoneNumber(plain) ? plain : withoutFormulas(plain);
    return /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}

/** A plus followed by digits and spaces cannot be a formula. */
function isPhoneNumber(cell: string): boolean {
  return /^\+[\d ]+$/.test(cell);
}

function withoutFormulas(cell: string): string {
  // Some spreadsheets read these characters as the start of a cell.
  const guarded = cell.replaceAll(/(^|[;\t\n])(?=[^\S\t\n"]*"*[=+\-@＝＋－＠])/gu, "$1'");
  return /^[\t\n]/.test(guarded) ? `'${guarded}` : guarded;
}

/** JSON escapes control characters up to U+001F; others control terminals and the direction of text. */
function jsonLine(row: ListedRequest): string {
  const json = JSON.stringify({ reference: referenceOf(row.id), ...row }, (_, value: unknown) =>
    typeof value === "string" ? withLineFeeds(value) : value,
  );
  const escaped = json.replaceAll(
    /[\u007f-\u009f]|\p{Bidi_Control}/gu,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `${escaped}\n`;
}
