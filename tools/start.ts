/** `npm start`: builds what is stale, then serves it. */
import { enableCompileCache } from "node:module";
import { fileURLToPath } from "node:url";

// Before anything else is loaded: a fourth of the time to the first answer is compiling.
enableCompileCache(fileURLToPath(new URL("../.cache/compiled", import.meta.url)));
const { buildIfStale } = await import("./build-if-stale.ts");
await buildIfStale();
await import("../server/main.ts");
