/** What some processes on one store held: inserts a second, latencies in milliseconds. */
export type Point = { name: string; processes: number; rate: number; p50: number; p99: number };

const WIDTH = 720;
const HEIGHT = 400;
const FRAME = { left: 72, right: 600, top: 56, bottom: 330 };
const COLOURS = ["#c2410c", "#1d4ed8", "#15803d"];

/** A plot of rate over processes, one line a store, each point with its p99, as SVG. */
export function drawScale(points: Point[], machine: string): string {
  const names = [...new Set(points.map(({ name }) => name))];
  const steps = [...new Set(points.map(({ processes }) => processes))];
  const top = niceAbove(Math.max(...points.map(({ rate }) => rate)));
  const x = (processes: number) =>
    FRAME.left +
    48 +
    (steps.indexOf(processes) * (FRAME.right - FRAME.left - 96)) / (steps.length - 1);
  const y = (rate: number) => FRAME.bottom - (rate / top) * (FRAME.bottom - FRAME.top);

  const grid = [0, 0.25, 0.5, 0.75, 1].map((share) => {
    const at = y(top * share).toFixed(1);
    const figure = (top * share).toLocaleString("en");
    return (
      `<line x1="${FRAME.left}" x2="${FRAME.right}" y1="${at}" y2="${at}" stroke="#d4d4d8"/>` +
      text(FRAME.left - 8, Number(at) + 4, figure, 'text-anchor="end"')
    );
  });
  const axis = steps.map((processes) =>
    text(x(processes), FRAME.bottom + 22, String(processes), 'text-anchor="middle"'),
  );
  const lines = names.map((name, index) => {
    const colour = COLOURS[index % COLOURS.length] ?? "#000";
    const own = points.filter((point) => point.name === name);
    const path = own
      .map(({ processes, rate }) => `${x(processes)},${y(rate).toFixed(1)}`)
      .join(" ");
    const dots = own.map(
      ({ processes, rate, p99 }) =>
        `<circle cx="${x(processes)}" cy="${y(rate).toFixed(1)}" r="4" fill="${colour}"/>` +
        text(x(processes), y(rate) - 10, `p99 ${Math.round(p99)} ms`, 'text-anchor="middle"'),
    );
    const last = own.at(-1);
    const label = last ? text(FRAME.right + 8, y(last.rate) + 4, name, `fill="${colour}"`) : "";
    return `<polyline points="${path}" fill="none" stroke="${colour}" stroke-width="2"/>${dots.join("")}${label}`;
  });
  const foot = (FRAME.left + FRAME.right) / 2;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="13" fill="#27272a">`,
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#fff"/>`,
    text(
      FRAME.left,
      28,
      "Durable inserts a second, by server processes on one store",
      'font-size="16"',
    ),
    ...grid,
    ...axis,
    ...lines,
    text(foot, FRAME.bottom + 44, "server processes", 'text-anchor="middle"'),
    text(FRAME.left, HEIGHT - 8, machine, 'font-size="11" fill="#71717a"'),
    "</svg>\n",
  ].join("\n");
}

function text(x: number, y: number, words: string, attributes: string): string {
  const safe = words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" ${attributes}>${safe}</text>`;
}

/** A round number at or above, so that the figures of the axis are short. */
function niceAbove(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return [1, 2, 4, 6, 8, 10].map((step) => step * power).find((each) => each >= value) ?? value;
}
