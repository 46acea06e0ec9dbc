import { limitOf } from "./budgets.ts";
import { shown, type Report, type Row } from "./report.ts";

const LINE = 24;
const LABELS = 470;
/** Where the limit stands, in pixels right of the labels; the figures follow after as much again. */
const LIMIT = 200;
const WIDTH = LABELS + 2 * LIMIT + 110;

/**
 * The report as a chart: each bar is the share of its limit that is used, so that everything left
 * of the line holds. A figure that must be high enough is drawn as limit over figure.
 */
export function drawChart({ date, rows }: Report): string {
  const measured = rows.filter((row) => "value" in row);
  const height = (measured.length + 2) * LINE;
  const bars = measured.map((row, index) => drawBar(row, (index + 1) * LINE)).join("\n");
  const x = LABELS + LIMIT;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="system-ui, sans-serif" font-size="12" role="img" aria-label="Each figure of ${date} as a share of its limit">
<rect width="${WIDTH}" height="${height}" fill="#fff"/>
${bars}
<path d="M${x} ${LINE - 6}V${height - LINE}" stroke="#101012" stroke-dasharray="3 3"/>
<text x="${x}" y="${LINE - 10}" text-anchor="middle" fill="#101012">limit</text>
</svg>
`;
}

function drawBar(row: Extract<Row, { value: number }>, top: number): string {
  const width = Math.round(Math.min(2, shareOfLimit(row)) * LIMIT);
  const middle = top + LINE / 2 + 4;
  return `<text x="${LABELS - 10}" y="${middle}" text-anchor="end" fill="#101012">${row.says}</text>
<rect x="${LABELS}" y="${top + 5}" width="${Math.max(1, width)}" height="${LINE - 10}" fill="${row.held ? "#1d6b45" : "#b3261e"}"/>
<text x="${LABELS + Math.max(1, width) + 6}" y="${middle}" fill="#63646a">${shown(row)}</text>`;
}

function shareOfLimit({ measure, value, limit }: Extract<Row, { value: number }>): number {
  const bound = limitOf(measure);
  if (limit.startsWith("at least")) return bound / value;
  // A limit of nothing is either held or not.
  return bound === 0 ? Math.min(value, 2) : value / bound;
}
