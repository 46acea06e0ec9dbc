/** `npm start`: builds the site, then serves it. */
import { buildSite } from "./build.ts";

buildSite();
await import("../server/main.ts");
