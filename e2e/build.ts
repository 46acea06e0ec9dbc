import { buildSite } from "../tools/build.ts";

/** Global setup of Playwright and of Vitest's engine tests: they run on a build of the current source. */
export default buildSite;
