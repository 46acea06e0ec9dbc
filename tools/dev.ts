/**
 * `npm run dev`: the page from Vite, with hot reload, on PORT (3000). Behind it our server takes requests and shows the
 * desk, on the next port; it restarts when its source changes.
 */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { createServer } from "vite";

import { DESK_PATH, FORM_PATH, REST_PREFIX } from "../contract/routes.ts";
import { buildSite } from "./build.ts";

const port = Number(process.env["PORT"] || 3000);
// With the host that the browser asked for: the server accepts forms of its own pages only.
const api = { target: `http://127.0.0.1:${port + 1}`, changeOrigin: false };

// Our server needs a built site to start, and renders its own pages from it: the desk, and responses to forms.
buildSite();

const main = fileURLToPath(new URL("../server/main.ts", import.meta.url));
const server = spawn(process.execPath, ["--watch", "--watch-preserve-output", main], {
  env: { ...process.env, PORT: String(port + 1), HOST: "127.0.0.1" },
  stdio: ["ignore", "inherit", "inherit"],
});
process.once("exit", () => server.kill());
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(0));

const vite = await createServer({
  server: {
    port,
    host: process.env["HOST"] || "127.0.0.1",
    strictPort: true,
    // Vite matches these with the whole address, of which the query is a part.
    proxy: {
      [REST_PREFIX]: api,
      [`^${FORM_PATH}($|\\?)`]: api,
      [DESK_PATH]: api,
      "/health": api,
    },
  },
});
await vite.listen();
console.log(`The page, with hot reload: http://127.0.0.1:${port}`);
