import { spawnSync } from "node:child_process";

export function buildSite(): void {
  console.log("Building the site …");
  const vite = "node_modules/vite/bin/vite.js";
  const { status } = spawnSync(process.execPath, [vite, "build", "--app", "--logLevel", "warn"], {
    // Overrides a test runner's NODE_ENV, which would select React's development build.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "inherit",
  });
  if (status === 0) return;
  console.error("The site could not be built: the reason is above.");
  process.exit(1);
}
