/** One without a limit is there to compare with. */
export type Measure = { label: string; value: number; atMost?: number; atLeast?: number };

export function toLine(measure: Measure): string {
  const { label, value, atMost, atLeast } = measure;
  const limit =
    (atMost === undefined ? "" : `at most ${atMost}`) +
    (atLeast === undefined ? "" : `at least ${atLeast}`);
  const verdict = isMet(measure) ? "" : "  NOT MET";
  return `${label.padEnd(40)} ${value.toFixed(0).padStart(6)}  ${limit}${verdict}`.trimEnd();
}

export function isMet({ value, atMost = Infinity, atLeast = -Infinity }: Measure): boolean {
  return value >= atLeast && value <= atMost;
}
