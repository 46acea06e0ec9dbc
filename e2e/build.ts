import { buildIfStale } from "../tools/build-if-stale.ts";

/** Playwright's global setup: the tests run on a build of the current source. */
export default buildIfStale;
