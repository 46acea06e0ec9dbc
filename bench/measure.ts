/** One value per round. A measure without a limit is printed for comparison. */
export type Measure = { label: string; values: number[]; atMost?: number; atLeast?: number };

export function toLine(measure: Measure): string {
  const { label, values, atMost, atLeast } = measure;
  const worst = atLeast === undefined ? Math.max(...values) : Math.min(...values);
  const limit =
    (atMost === undefined ? "" : `at most ${atMost}`) +
    (atLeast === undefined ? "" : `at least ${atLeast}`);
  const columns = [
    label.padEnd(40),
    median(values).toFixed(0).padStart(6),
    (values.length > 1 ? `worst ${worst.toFixed(0)}` : "").padEnd(11),
    isMet(measure) ? limit : `${limit}  NOT MET`,
  ];
  return columns.join("  ").trimEnd();
}

/** Compares the median with the limit. */
export function isMet({ values, atMost = Infinity, atLeast = -Infinity }: Measure): boolean {
  return median(values) >= atLeast && median(values) <= atMost;
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
