import { buildIfStale } from "../tools/build-if-stale.ts";

/** Playwright's global setup: what is tested is what was built from what lies here. */
export default buildIfStale;
