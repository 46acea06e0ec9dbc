type Unit = "KiB" | "MB" | "ms" | "s" | "";
type Budget = { label: string; unit: Unit; bound: "at most" | "at least"; limit: number };

const CLICK = "Click on Request Data without fetched script: work until painted, 4x";

/**
 * Limits, in the order of the report. Tests assert counts and bytes too; only the bench measures
 * times, where possible as ratios within one run.
 */
export const BUDGETS = {
  firstLoadKiB: atMost(70, "KiB", "First load on a phone: everything, with headers"),
  firstLoadRequests: atMost(7, "", "First load: requests"),
  firstScriptKiB: atMost(4, "KiB", "First load: script, brotli"),
  cssKiB: atMost(8, "KiB", "First load: CSS, brotli"),
  fontKiB: atMost(30, "KiB", "First load: typeface"),
  fontFiles: atMost(1, "", "First load: font files"),
  picturesBelow: atMost(0, "", "First load: pictures fetched from below the fold"),
  allScriptKiB: atMost(75, "KiB", "Script in all once a form is near, brotli"),
  layoutShift: atMost(0, "", "Layout shift from load to hydrated form"),

  mobileScore: atLeast(100, "", "Lighthouse mobile: lowest of the four scores"),
  desktopScore: atLeast(100, "", "Lighthouse desktop: lowest of the four scores"),
  notFoundScore: atLeast(100, "", "Lighthouse on the 404 page: accessibility, best practices"),
  mobileLcp: atMost(1200, "ms", "LCP, mobile"),
  mobileLcpRatio: atMost(1.02, "", "LCP over the same page without script, mobile"),
  desktopLcpRatio: atMost(1.02, "", "LCP over the same page without script, desktop"),
  blockingTime: atMost(10, "ms", "Total blocking time over the same page without script"),
  cumulativeShift: atMost(0, "", "Cumulative layout shift, worse of mobile and desktop"),

  formTask: atMost(50, "ms", "Longest task after a form is near, 4x CPU throttle"),
  dialogPaint: atMost(50, "ms", CLICK),
  lostKeys: atMost(0, "", "Keystrokes lost while the dialog's form hydrates"),

  slowFrames: atMost(0, "", "Frames over 32 ms with our script, scrolling it all at 4x"),
  forcedLayouts: atMost(0, "", "Forced synchronous layouts while scrolling"),
  pictureWaitSlow: atMost(100, "ms", "A card without its picture, 1.6 Mbit/s: scrolling or paging"),
  pictureWaitFast: atMost(0, "ms", "A card without its picture, 10 Mbit/s: scrolling or paging"),
  idleWork: atMost(0, "", "Our callbacks in two seconds when nothing moves"),

  startSeconds: atMost(1, "s", "npm start to the first response, nothing to build"),

  sqliteRatio: atLeast(2, "", "Inserts a second on SQLite over PostgREST's"),
  postgresRatio: atLeast(1, "", "Inserts a second on PostgreSQL over PostgREST's"),
  lostInserts: atMost(0, "", "Overload: acknowledged inserts that are not stored"),
  failedInserts: atMost(0, "", "Overload: inserts neither stored nor rejected with 503 or 429"),
  overloadInsert: atMost(1_000, "ms", "Overload: accepted inserts, 99th percentile"),
  overloadPage: atMost(1_000, "ms", "Overload: `GET /` on a new connection, 99th percentile"),
  overloadHealth: atMost(
    1_000,
    "ms",
    "Overload: `GET /health` on a new connection, 99th percentile",
  ),
  memoryLoaded: atMost(200, "MB", "Server's memory after sustained load"),
  memoryPeak: atMost(512, "MB", "Server's memory at the peak of the overload"),
} as const satisfies Record<string, Budget>;

export type Measure = keyof typeof BUDGETS;

/** What a part of the bench measured. */
export type Measurements = Partial<Record<Measure, number>>;

/** As the report and README.md print it. */
export function limitText(measure: Measure): string {
  const { bound, limit } = BUDGETS[measure];
  return `${bound} ${limit.toLocaleString("en")}`;
}

function atMost(limit: number, unit: Unit, label: string): Budget {
  return { label, unit, bound: "at most", limit };
}

function atLeast(limit: number, unit: Unit, label: string): Budget {
  return { label, unit, bound: "at least", limit };
}
