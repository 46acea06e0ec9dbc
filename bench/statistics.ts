/** The middle of the values, or the mean of the two in the middle. */
export function median(values: number[]): number {
  const ascending = values.toSorted((a, b) => a - b);
  const half = ascending.length / 2;
  const middle = ascending.slice(Math.ceil(half) - 1, Math.floor(half) + 1);
  return middle.reduce((sum, value) => sum + value, 0) / middle.length;
}

export function round(value: number, digits = 0): number {
  return Number(value.toFixed(digits));
}

/** The value below which that share of the values lies; NaN of none. */
export function percentile(values: number[], share: number): number {
  const ascending = values.toSorted((a, b) => a - b);
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * share))] ?? NaN;
}
