import { FIELDS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import { detailsOf, localTime, type Detail } from "../../domain/requirement-text.ts";
import type { ListedRequirement } from "../store/store.ts";

export const FORMATS = ["table", "csv", "jsonl"] as const;
export type FormatName = (typeof FORMATS)[number];

/** How a list is written: a heading line, then each request. */
export type ListFormat = { head: string; line: (row: ListedRequirement) => string };

/** Now, in milliseconds since 1970, and the time zone in which people read times. */
export type Clock = { now: number; timeZone: string };

export function listFormat(kind: FormatName, clock: Clock): ListFormat {
  switch (kind) {
    case "table":
      return {
        head: tableLine(TABLE.map(([heading]) => heading)),
        line: (row) => tableLine(TABLE.map(([, , show]) => show(row, clock))),
      };
    case "csv":
      return {
        // The mark by which spreadsheets recognise UTF-8.
        head: `\uFEFF${csvLine(CSV.map(([heading]) => heading))}`,
        line: (row) => csvLine(CSV.map(([, value]) => value(row))),
      };
    case "jsonl":
      return { head: "", line: (row) => jsonLine(row) };
  }
}

/** Everything about one request, for people. */
export function inFull(row: ListedRequirement, { now, timeZone }: Clock): string {
  const due = localTime(row.reply_due, timeZone);
  const details: Detail[] = [
    { label: "Reference", value: referenceOf(row.id) },
    { label: "Received", value: localTime(row.created_at, timeZone) },
    { label: "Reply due", value: isOverdue(row, now) ? `${due}, OVERDUE` : due },
    ...(row.held_reason ? [{ label: "Held as spam", value: row.held_reason }] : []),
    { label: "Replied", value: row.replied_at ? localTime(row.replied_at, timeZone) : "not yet" },
    ...detailsOf(row),
    ...row.deliveries.map(({ channel, attempts, delivered_at, last_error }) => ({
      label: `Notified by ${channel}`,
      value: delivered_at
        ? localTime(delivered_at, timeZone)
        : `not yet, after ${attempts} attempts${last_error ? `: ${last_error}` : ""}`,
    })),
    { label: "Id", value: row.id },
  ];
  const lines = details.map(({ label, value }) => {
    const indented = printable(value).replaceAll("\n", `\n${" ".repeat(LABEL_WIDTH)}`);
    return `${label.padEnd(LABEL_WIDTH)}${indented}\n`;
  });
  return `${lines.join("")}\n`;
}

/** Removes what could control a terminal: escape sequences and right-to-left overrides. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]+/gu, " ");
}

const LABEL_WIDTH = 21;

/** Heading, width in characters, and what is shown of a request. */
const TABLE: [string, number, (row: ListedRequirement, clock: Clock) => string][] = [
  ["REFERENCE", 9, (row) => referenceOf(row.id)],
  ["RECEIVED", 16, (row, { timeZone }) => minute(row.created_at, timeZone)],
  ["REPLY DUE", 16, (row, { timeZone }) => minute(row.reply_due, timeZone)],
  ["", 14, state],
  ["NOTIFIED", 8, notified],
  ["NAME", 20, (row) => row.full_name],
  ["E-MAIL", 30, (row) => row.email],
  ["PHONE", 18, (row) => row.phone],
  ["COMPANY", 24, (row) => row.company],
];

const CSV: [string, (row: ListedRequirement) => string][] = [
  ["reference", (row) => referenceOf(row.id)],
  ["id", (row) => row.id],
  ["created_at", (row) => row.created_at],
  ["reply_due", (row) => row.reply_due],
  ...FIELDS.map((field): [string, (row: ListedRequirement) => string] => [
    field,
    (row) => {
      const value = row[field];
      return Array.isArray(value) ? value.join("; ") : (value ?? "");
    },
  ]),
  ["replied_at", (row) => row.replied_at ?? ""],
  ["held_reason", (row) => row.held_reason ?? ""],
];

function state(row: ListedRequirement, { now }: Clock): string {
  if (row.held_reason !== null) return `spam: ${row.held_reason}`;
  if (row.replied_at !== null) return "replied";
  return isOverdue(row, now) ? "OVERDUE" : "";
}

function isOverdue(row: ListedRequirement, now: number): boolean {
  return row.replied_at === null && Date.parse(row.reply_due) < now;
}

/** Whether every channel that was set has delivered. */
function notified({ deliveries }: ListedRequirement): string {
  const open = deliveries.filter((delivery) => delivery.delivered_at === null);
  if (open.some((delivery) => delivery.last_error !== null)) return "FAILING";
  if (open.length > 0) return "not yet";
  return deliveries.length > 0 ? "yes" : "";
}

/** "2026-11-25 14:30": Swedish writes dates like ISO 8601. */
function minute(time: string, timeZone: string): string {
  return new Date(time).toLocaleString("sv-SE", {
    timeZone,
    dateStyle: "short",
    timeStyle: "short",
  });
}

function tableLine(cells: string[]): string {
  const padded = TABLE.map(([, width], index) => {
    const cell = cells[index] ?? "";
    const shown = Array.from(printable(cell).replaceAll("\n", " "));
    const cut = shown.length > width ? [...shown.slice(0, width - 1), "…"] : shown;
    return cut.join("").padEnd(width);
  });
  return `${padded.join("  ").trimEnd()}\n`;
}

/**
 * RFC 4180. A cell that a spreadsheet would run as a formula is made text with an apostrophe; control
 * characters other than line breaks and tabs are left out.
 */
function csvLine(cells: string[]): string {
  const written = cells.map((cell) => {
    const plain = cell.replaceAll(/[^\P{Cc}\t\r\n]/gu, "");
    const text = isPhoneNumber(plain) ? plain : withoutFormulas(plain);
    return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}

/** A plus followed by digits and spaces cannot be a formula. */
function isPhoneNumber(cell: string): boolean {
  return /^\+[\d ]+$/.test(cell);
}

function withoutFormulas(cell: string): string {
  // Some spreadsheets read these characters as the start of a cell.
  const guarded = cell.replaceAll(/(^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/gu, "$1'");
  return /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
}

/** JSON escapes control characters up to U+001F; those of C1 control terminals too. */
function jsonLine(row: ListedRequirement): string {
  const fields = FIELDS.map((field) => [field, row[field]]);
  const json = JSON.stringify({
    id: row.id,
    reference: referenceOf(row.id),
    created_at: row.created_at,
    ...Object.fromEntries(fields),
    reply_due: row.reply_due,
    replied_at: row.replied_at,
    held_reason: row.held_reason,
    idempotency_key: row.idempotency_key,
    deliveries: row.deliveries,
  });
  return `${json.replaceAll(/[\u007f-\u009f]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)}\n`;
}
