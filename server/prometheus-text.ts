/** A figure with what tells it from others of its name. */
export type Sample = { labels?: Record<string, string>; value: number };

export type Counter<Names extends LabelNames> = {
  /** The one count with these values of its labels; made at 0 when it is first asked for. */
  labelled(...values: ValuesOf<Names>): { add(): void };
  write(): string;
};
export type Histogram<Names extends LabelNames> = {
  labelled(...values: ValuesOf<Names>): { observe(seconds: number): void };
  write(): string;
};

type LabelNames = readonly string[];
/** A value for each name, in their order. */
type ValuesOf<Names extends LabelNames> = { [Name in keyof Names]: string };

/** Upper bounds in seconds, from an answer out of memory to a database that is out of breath. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Counts by labels, whose values must be few: each set of them is kept for good. */
export function createCounter<const Names extends LabelNames>(
  name: string,
  help: string,
  labelNames: Names,
): Counter<Names> {
  const series = createSeries(labelNames, (labels) => {
    const sample = { labels, value: 0 };
    return { sample, add: () => void (sample.value += 1) };
  });
  return {
    labelled: series.labelled,
    write() {
      const samples = series.all.map(({ sample }) => sample);
      return writeMetric(name, "counter", help, samples);
    },
  };
}

/** Seconds by labels, in buckets that Prometheus can add up over servers. */
export function createHistogram<const Names extends LabelNames>(
  name: string,
  help: string,
  labelNames: Names,
): Histogram<Names> {
  const series = createSeries(labelNames, (labels) => {
    const counts = BOUNDS.map(() => 0);
    let sum = 0;
    let count = 0;
    return {
      observe(seconds: number) {
        sum += seconds;
        count += 1;
        const bucket = BOUNDS.findIndex((bound) => seconds <= bound);
        if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1;
      },
      write() {
        const held = (le: string, value: number) =>
          writeSample(`${name}_bucket`, { labels: { ...labels, le }, value });
        let below = 0;
        const buckets = BOUNDS.map((bound, at) => {
          // Each bucket holds what the smaller ones hold, too.
          below += counts[at] ?? 0;
          return held(String(bound), below);
        });
        const totals = [held("+Inf", count), writeSample(`${name}_sum`, { labels, value: sum })];
        return [...buckets, ...totals, writeSample(`${name}_count`, { labels, value: count })];
      },
    };
  });
  return {
    labelled: series.labelled,
    write() {
      const samples = series.all.flatMap((each) => each.write());
      return writeHead(name, "histogram", help) + samples.join("");
    },
  };
}

/** What is counted under each set of label values: a tree, so that finding one makes nothing. */
function createSeries<One, Names extends LabelNames>(
  names: Names,
  make: (labels: Record<string, string>) => One,
) {
  type Branch = { one?: One; branches: Map<string, Branch> };
  const root: Branch = { branches: new Map() };
  const all: One[] = [];
  const branchOf = ({ branches }: Branch, value: string): Branch => {
    const known = branches.get(value);
    if (known) return known;
    const branch: Branch = { branches: new Map() };
    branches.set(value, branch);
    return branch;
  };
  const labelled = (...values: ValuesOf<Names>): One => {
    let branch = root;
    for (const value of values) branch = branchOf(branch, value);
    if (!branch.one) {
      branch.one = make(Object.fromEntries(names.map((name, at) => [name, values[at] ?? ""])));
      all.push(branch.one);
    }
    return branch.one;
  };
  return { labelled, all };
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
