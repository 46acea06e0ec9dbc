/** A figure with what tells it from others of its name. */
export type Sample = { labels?: Record<string, string>; value: number };

export type Counter = {
  add(labels: Record<string, string>, times?: number): void;
  write(): string;
};
export type Histogram = {
  observe(labels: Record<string, string>, seconds: number): void;
  write(): string;
};

/** Upper bounds in seconds, from an answer out of memory to a database that is out of breath. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts by labels, whose values must be few: each set of them is kept for good. */
export function createCounter(name: string, help: string): Counter {
  const counts = new Map<string, Sample>();
  return {
    add(labels, times = 1) {
      const key = JSON.stringify(labels);
      const known = counts.get(key) ?? { labels, value: 0 };
      known.value += times;
      counts.set(key, known);
    },
    write: () => writeMetric(name, "counter", help, [...counts.values()]),
  };
}

/** Seconds by labels, in buckets that Prometheus can add up over servers. */
export function createHistogram(name: string, help: string): Histogram {
  type Series = { labels: Record<string, string>; buckets: number[]; sum: number; count: number };
  const all = new Map<string, Series>();
  return {
    observe(labels, seconds) {
      const key = JSON.stringify(labels);
      const empty = { labels, buckets: BOUNDS.map(() => 0), sum: 0, count: 0 };
      const series = all.get(key) ?? empty;
      series.sum += seconds;
      series.count += 1;
      // Each bucket holds what the smaller ones hold, too.
      for (const [at, bound] of BOUNDS.entries()) {
        if (seconds <= bound) series.buckets[at] = (series.buckets[at] ?? 0) + 1;
      }
      all.set(key, series);
    },
    write() {
      const samples = [...all.values()].flatMap(({ labels, buckets, sum, count }) => {
        const held = (le: string, value: number) =>
          writeSample(`${name}_bucket`, { labels: { ...labels, le }, value });
        const below = buckets.map((value, at) => held(String(BOUNDS[at]), value));
        const totals = [held("+Inf", count), writeSample(`${name}_sum`, { labels, value: sum })];
        return below.concat(totals, writeSample(`${name}_count`, { labels, value: count }));
      });
      return writeHead(name, "histogram", help) + samples.join("");
    },
  };
}

/** One metric in the text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
export function writeMetric(
  name: string,
  type: "counter" | "gauge",
  help: string,
  samples: Sample[],
): string {
  return writeHead(name, type, help) + samples.map((each) => writeSample(name, each)).join("");
}

function writeHead(name: string, type: string, help: string): string {
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;
}

function writeSample(name: string, { labels = {}, value }: Sample): string {
  const pairs = Object.entries(labels).map(([label, text]) => `${label}="${escapeLabel(text)}"`);
  return `${name}${pairs.length > 0 ? `{${pairs.join(",")}}` : ""} ${value}\n`;
}

function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
