import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, onTestFinished, test } from "vitest";

test("npm run boundaries fails where an import crosses one", () => {
  // A copy, so that the test does not write into the sources.
  const copy = mkdtempSync(join(tmpdir(), "site-boundaries-"));
  onTestFinished(() => rmSync(copy, { recursive: true }));
  for (const part of ["site", "domain", "server", "package.json", ".dependency-cruiser.mjs"]) {
    cpSync(part, join(copy, part), { recursive: true });
  }
  symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
  const check = () =>
    spawnSync("npm", ["run", "-s", "boundaries"], { cwd: copy, encoding: "utf8" });
  expect(check().status).toBe(0);
  appendFileSync(join(copy, "site/first-load/landing.ts"), '\nimport "react";\n');
  const crossed = check();
  expect(crossed.status).not.toBe(0);
  expect(crossed.stdout).toContain("site/first-load/landing.ts → ");
});
