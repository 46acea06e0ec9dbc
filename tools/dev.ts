/** `npm run dev`: Vite serves the page on PORT (3000) and proxies to our server, which restarts on changes. */
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

import { createServer } from "vite";

import { DESK_PATH, FORM_PATH, HEALTH_PATH, REST_PREFIX } from "../contract/routes.ts";
import { buildSite } from "./build.ts";

const port = Number(process.env["PORT"] || 3000);
// Keeps the Host header, because the server compares it with Origin.
const api = { target: `http://127.0.0.1:${port + 1}`, changeOrigin: false };

// Builds the site, because the server renders its own pages from a build.
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
    // Vite matches each proxy pattern against a URL's path and query.
    proxy: {
      [REST_PREFIX]: api,
      [`^${FORM_PATH}($|\\?)`]: api,
      [DESK_PATH]: api,
      [HEALTH_PATH]: api,
    },
  },
});
await vite.listen();
console.log(`The page, with hot reload: http://127.0.0.1:${port}`);
