/** Results of several rounds, run one after another. */
export async function repeat<Result>(rounds: number, work: () => Promise<Result>) {
  const results: Result[] = [];
  while (results.length < rounds) results.push(await work());
  return results;
}

/** `share` is between 0 and 1; NaN without values. */
export function percentile(values: number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? NaN;
}

export function median(values: number[]): number {
  return percentile(values, 0.5);
}

export function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}
