/** `npm test`: runs both test runners, and fails if one of them does. */
import { spawnSync } from "node:child_process";

for (const runner of ["vitest run", "playwright test"]) {
  const { status } = spawnSync(`npx ${runner}`, { shell: true, stdio: "inherit" });
  process.exitCode ||= status ?? 1;
}
