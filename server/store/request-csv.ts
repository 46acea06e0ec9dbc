import { withLineFeeds } from "../../domain/escape-controls.ts";
import { createOffsetFormat } from "../../domain/format-time.ts";
import { referenceOf } from "../../domain/identifiers.ts";
import type { RequestFilter } from "./request-filter.ts";
import { ROW_COLUMNS } from "./rows.ts";
import type { RequestStore } from "./store.ts";

/** https://www.rfc-editor.org/rfc/rfc4180 */
export async function* writeCsv(
  store: RequestStore,
  { filter, timeZone }: { filter: RequestFilter; timeZone: string },
): AsyncGenerator<string> {
  // Starts with a BOM, so that spreadsheets recognise UTF-8.
  yield `\uFEFF${csvLine(["reference", ...ROW_COLUMNS])}`;
  const inZone = createOffsetFormat(timeZone);
  for await (const row of store.read(filter)) {
    const cells = ROW_COLUMNS.map((column) => {
      const value = row[column];
      return typeof value === "string" && TIMES.has(column) ? inZone(value) : value;
    });
    yield csvLine([referenceOf(row.id), ...cells]);
  }
}

const TIMES = new Set<string>(["created_at", "reply_due", "replied_at", "noted_at"]);

/** Puts an apostrophe before every cell that a spreadsheet would run as a formula. */
function csvLine(cells: (string | string[] | null)[]): string {
  const written = cells.map((cell) => {
    const value = Array.isArray(cell) ? cell.join("; ") : (cell ?? "");
    const plain = withLineFeeds(value).replaceAll(/(?![\t\n])\p{Cc}|\p{Bidi_Control}/gu, "");
    const text = isPhoneNumber(plain) ? plain : withoutFormulas(plain);
    return /[",;\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  });
  return `${written.join(",")}\r\n`;
}

/** A plus followed only by digits and spaces is safe: spreadsheets do not run it as a formula. */
function isPhoneNumber(cell: string): boolean {
  return /^\+[\d ]+$/.test(cell);
}

function withoutFormulas(cell: string): string {
  // Spaces and quotes may precede a formula trigger. Some spreadsheets also end a cell at a semicolon, tab or line
  // feed.
  const guarded = cell.replaceAll(/(^|[;\t\n])(?=(?:"|[^\S\t\n])*[=+\-@＝＋－＠])/gu, "$1'");
  return /^[\t\n]/.test(guarded) ? `'${guarded}` : guarded;
}
