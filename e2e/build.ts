import { buildSite } from "../tools/build.ts";

/** Playwright's global setup: builds the current source. */
export default buildSite;
