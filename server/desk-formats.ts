import { FIELDS, REPLY_PROMISE_HOURS } from "../domain/data-requirement.ts";
import { referenceOf } from "../domain/identifiers.ts";
import type { DeskRow, StoredRequirement } from "./store.ts";

/** How a list is written: an opening, then each request by itself. */
export type DeskFormat = { head: string; line: (row: DeskRow) => string };

export function deskFormat(kind: "table" | "csv" | "jsonl", now: number): DeskFormat {
  switch (kind) {
    case "table":
      return { head: tableLine(TABLE_HEAD), line: (row) => tableLine(tableCells(row, now)) };
    case "csv":
      return {
        head: csvLine(["id", "created_at", "reply_due", ...FIELDS, "replied_at"]),
        line: (row) => csvLine(csvCells(row)),
      };
    case "jsonl":
      return { head: "", line: (row) => `${JSON.stringify(jsonRow(row))}\n` };
  }
}

/** When the promised reply is due, in milliseconds since 1970. */
export function replyDue(row: StoredRequirement): number {
  return Date.parse(row.created_at) + REPLY_PROMISE_HOURS * 3_600_000;
}

const TABLE_HEAD = [
  "RECEIVED (UTC)",
  "REPLY DUE (UTC)",
  "",
  "TOLD",
  "REFERENCE",
  "NAME",
  "E-MAIL",
  "PHONE",
  "COMPANY",
];
const WIDTHS = [16, 16, 8, 7, 9, 20, 30, 18, 24];

function tableCells(row: DeskRow, now: number): string[] {
  const received = minute(Date.parse(row.created_at));
  return [
    received,
    minute(replyDue(row)),
    state(row, now),
    told(row),
    referenceOf(row.id),
    row.full_name,
    row.email,
    row.phone,
    row.company,
  ];
}

function state(row: StoredRequirement, now: number): string {
  if (row.replied_at !== null) return "replied";
  return replyDue(row) < now ? "OVERDUE" : "";
}

/** Whether the provider was told of it, where a channel is set up. */
function told({ deliveries }: DeskRow): string {
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
    // A request must not steer the terminal: no escape sequence, no turned writing.
    const shown = Array.from(cell.replaceAll(/\p{C}+/gu, " "));
    const cut = shown.length > width ? [...shown.slice(0, width - 1), "…"] : shown;
    return cut.join("").padEnd(width);
  });
  return `${padded.join("  ").trimEnd()}\n`;
}

function csvCells(row: DeskRow): string[] {
  const fields = FIELDS.map((field) => {
    const value = row[field];
    return Array.isArray(value) ? value.join("; ") : (value ?? "");
  });
  const due = new Date(replyDue(row)).toISOString();
  return [row.id, row.created_at, due, ...fields, row.replied_at ?? ""];
}

/** RFC 4180. A cell that a spreadsheet would run as a formula is made text with an apostrophe. */
function csvLine(cells: string[]): string {
  const written = cells.map((cell) => {
    const text = /^[\s\p{C}]*[=+\-@＝＋－＠]|^[\t\r\n]/u.test(cell) ? `'${cell}` : cell;
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}

function jsonRow(row: DeskRow): Record<string, unknown> {
  const fields = FIELDS.map((field) => [field, row[field]]);
  return {
    id: row.id,
    created_at: row.created_at,
    ...Object.fromEntries(fields),
    reply_due: new Date(replyDue(row)).toISOString(),
    replied_at: row.replied_at,
    deliveries: row.deliveries,
  };
}
