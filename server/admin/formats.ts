import { FIELDS, replyDueAt } from "../../domain/data-requirement.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { ListedRequirement } from "../store/store.ts";

/** How a list is written: an opening, then each request. */
export type ListFormat = { head: string; line: (row: ListedRequirement) => string };

export function listFormat(kind: "table" | "csv" | "jsonl", now: number): ListFormat {
  switch (kind) {
    case "table":
      return { head: tableLine(TABLE_HEAD), line: (row) => tableLine(tableCells(row, now)) };
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

const TABLE_HEAD = [
  "RECEIVED (UTC)",
  "REPLY DUE (UTC)",
  "",
  "NOTIFIED",
  "REFERENCE",
  "NAME",
  "E-MAIL",
  "PHONE",
  "COMPANY",
];
const WIDTHS = [16, 16, 8, 8, 9, 20, 30, 18, 24];

function tableCells(row: ListedRequirement, now: number): string[] {
  const received = minute(Date.parse(row.created_at));
  return [
    received,
    minute(replyDueAt(row.created_at)),
    state(row, now),
    notified(row),
    referenceOf(row.id),
    row.full_name,
    row.email,
    row.phone,
    row.company,
  ];
}

function state(row: ListedRequirement, now: number): string {
  if (row.replied_at !== null) return "replied";
  return replyDueAt(row.created_at) < now ? "OVERDUE" : "";
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
  const padded = cells.map((cell, index) => {
    const width = WIDTHS[index] ?? 0;
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
  const due = new Date(replyDueAt(row.created_at)).toISOString();
  return [row.id, row.created_at, due, ...fields, row.replied_at ?? ""];
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
    reply_due: new Date(replyDueAt(row.created_at)).toISOString(),
    replied_at: row.replied_at,
    deliveries: row.deliveries,
  });
  return `${json.replaceAll(/[\u007f-\u009f]/g, (char) => `\\u00${char.charCodeAt(0).toString(16)}`)}\n`;
}
