/** `npm test`: runs both test runners and fails if either does. */
import { spawnSync } from "node:child_process";

console.log(
  "In Chromium alone. Firefox and WebKit: npm ci --prefix e2e/engines && npm test --prefix e2e/engines",
);
for (const runner of ["vitest run", "playwright test"]) {
  const { status } = spawnSync(`npx ${runner}`, { shell: true, stdio: "inherit" });
  process.exitCode ||= status ?? 1;
}
