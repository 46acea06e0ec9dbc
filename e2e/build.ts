import { buildSite } from "../tools/build.ts";

/** Playwright's global setup: the tests run on a build of the current source. */
export default buildSite;
