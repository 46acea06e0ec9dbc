/**
 * What the page may cost. Counts and bytes are asserted by the tests too; times are measured here
 * alone, as ratios within one run.
 */
export const BUDGETS = {
  /** Everything fetched before a visitor scrolls, at 412 px and 2.6 device pixels, in KiB. */
  firstLoadKiB: 90,
  /** Requests of that first load. */
  firstLoadRequests: 7,
  /** Script before a form is near, brotli, in KiB. */
  firstScriptKiB: 3,
  cssKiB: 8,
  fontKiB: 30,
  fontFiles: 1,
  /** All script once a form is near, brotli, in KiB. */
  allScriptKiB: 75,
  layoutShift: 0,
} as const;

export type Measure = keyof typeof BUDGETS;
