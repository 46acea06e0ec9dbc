/** One value per round. A measure without a limit is printed for comparison. */
export type Measure = {
  label: string;
  values: number[];
  atMost?: number;
  atLeast?: number;
  /** Printed beside the limit. A missed goal is no failure. */
  goal?: number;
  /** Otherwise, limits apply to the median. */
  limits?: "every round";
};

export function toLine(measure: Measure): string {
  const { label, values, atMost, atLeast, goal } = measure;
  const worst = atLeast === undefined ? Math.max(...values) : Math.min(...values);
  const limit =
    (atMost === undefined ? "" : `at most ${atMost.toFixed(0)}`) +
    (atLeast === undefined ? "" : `at least ${atLeast}`) +
    (goal === undefined ? "" : `, goal ${goal.toFixed(0)}`);
  const columns = [
    label.padEnd(40),
    median(values).toFixed(0).padStart(6),
    (values.length > 1 ? `worst ${worst.toFixed(0)}` : "").padEnd(11),
    isMet(measure) ? limit : `${limit}  NOT MET`,
  ];
  return columns.join("  ").trimEnd();
}

export function isMet({ values, limits, atMost = Infinity, atLeast = -Infinity }: Measure) {
  const limited = limits === "every round" ? values : [median(values)];
  return limited.every((value) => value >= atLeast && value <= atMost);
}

export function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
}
