import { spawnSync } from "node:child_process";

/** A failed build ends the process. */
export function buildSite(): void {
  console.log("Building the site …");
  const vite = "node_modules/vite/bin/vite.js";
  const { status } = spawnSync(process.execPath, [vite, "build", "--app", "--logLevel", "warn"], {
    // A test runner's own NODE_ENV would put React's development build into the site.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "inherit",
  });
  if (status === 0) return;
  console.error("The site could not be built: the reason is above.");
  process.exit(1);
}
