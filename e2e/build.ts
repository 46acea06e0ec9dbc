import { buildSite } from "../tools/build.ts";

/** Global setup of Playwright: its tests run on a build of the current source. */
export default buildSite;
