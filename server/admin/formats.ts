import { FIELDS } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { ListedRequirement } from "../store/store.ts";

export const FORMATS = ["table", "csv", "jsonl"] as const;
export type FormatName = (typeof FORMATS)[number];

/** How a list is written: a heading line, then each request. */
export type ListFormat = { head: string; line: (row: ListedRequirement) => string };

export function listFormat(kind: FormatName, now: number): ListFormat {
  switch (kind) {
    case "table":
      return {
        head: tableLine(TABLE.map(([heading]) => heading)),
        line: (row) => tableLine(TABLE.map(([, , show]) => show(row, now))),
      };
    case "csv":
      return {
        head: csvLine(["id", "created_at", "reply_due", ...FIELDS, "replied_at"]),
        line: (row) => csvLine(csvCells(row)),
      };
    case "jsonl":
      return { head: "", line: (row) => jsonLine(row) };
  }
}

/** Removes what could control a terminal: escape sequences and right-to-left overrides. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{C}\n]+/gu, " ");
}

/** Heading, width in characters, and what is shown of a request. */
const TABLE: [string, number, (row: ListedRequirement, now: number) => string][] = [
  ["RECEIVED (UTC)", 16, (row) => minute(Date.parse(row.created_at))],
  ["REPLY DUE (UTC)", 16, (row) => minute(Date.parse(row.reply_due))],
  ["", 8, state],
  ["NOTIFIED", 8, notified],
  ["REFERENCE", 9, (row) => referenceOf(row.id)],
  ["NAME", 20, (row) => row.full_name],
  ["E-MAIL", 30, (row) => row.email],
  ["PHONE", 18, (row) => row.phone],
  ["COMPANY", 24, (row) => row.company],
];

function state(row: ListedRequirement, now: number): string {
  if (row.replied_at !== null) return "replied";
  return Date.parse(row.reply_due) < now ? "OVERDUE" : "";
}

/** Whether every channel that was set has delivered. */
function notified({ deliveries }: ListedRequirement): string {
  const open = deliveries.filter((delivery) => delivery.delivered_at === null);
  if (open.some((delivery) => delivery.last_error !== null)) return "FAILING";
  if (open.length > 0) return "not yet";
  return deliveries.length > 0 ? "yes" : "";
}

function minute(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 16).replace("T", " ");
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

function csvCells(row: ListedRequirement): string[] {
  const fields = FIELDS.map((field) => {
    const value = row[field];
    return Array.isArray(value) ? value.join("; ") : (value ?? "");
  });
  return [row.id, row.created_at, row.reply_due, ...fields, row.replied_at ?? ""];
}

/**
 * RFC 4180. A cell that a spreadsheet would run as a formula is made text with an apostrophe; control
 * characters other than line breaks and tabs are left out.
 */
function csvLine(cells: string[]): string {
  const written = cells.map((cell) => {
    const plain = cell.replaceAll(/[^\P{Cc}\t\r\n]/gu, "");
    // Characters that some spreadsheet takes for the start of a cell.
    const guarded = plain.replaceAll(/(^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])/gu, "$1'");
    const text = /^[\t\r\n]/.test(guarded) ? `'${guarded}` : guarded;
    return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}

/** JSON escapes control characters up to U+001F; those of C1 control terminals too. */
function jsonLine(row: ListedRequirement): string {
  const fields = FIELDS.map((field) => [field, row[field]]);
  const json = JSON.stringify({
    id: row.id,
    created_at: row.created_at,
    ...Object.fromEntries(fields),
    reply_due: row.reply_due,
    replied_at: row.replied_at,
    deliveries: row.deliveries,
  });
  return `${json.replaceAll(/[\u007f-\u009f]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)}\n`;
}
