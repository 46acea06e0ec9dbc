import { buildSite } from "./build.ts";

buildSite();
await import("../server/main.ts");
