import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, expect, test } from "vitest";

const FORBIDDEN = [
  ["site/sections/Specs.tsx", "../pages/Landing.tsx"],
  ["site/sections/Specs.tsx", "../../domain/data-requirement.ts"],
  ["site/ui/Button.tsx", "../on-demand/islands.tsx"],
  ["site/ui/Button.tsx", "../../domain/data-requirement.ts"],
  ["site/first-load/motion/tilt.ts", "../../ui/Button.tsx"],
  ["site/request/RequestForm.tsx", "../sections/Specs.tsx"],
  ["site/first-load/landing.ts", "../on-demand/islands.tsx"],
  ["site/first-load/landing.ts", "react"],
  ["site/first-load/landing.ts", "../site.ts"],
  ["site/on-demand/hydrate.tsx", "../pages/Landing.tsx"],
  ["site/prerender/pages.tsx", "../first-load/landing.ts"],
  ["site/request/RequestForm.tsx", "../../server/config.ts"],
  ["domain/identifiers.ts", "fastify"],
  ["domain/identifiers.ts", "react"],
  ["domain/identifiers.ts", "node:fs"],
  ["server/http/app.ts", "react-dom"],
  ["server/http/app.ts", "../../site/site.ts"],
  ["server/store/store.ts", "../http/app.ts"],
] as const;

// A copy, so that the test does not write into the sources.
const copy = mkdtempSync(join(tmpdir(), "site-boundaries-"));
for (const part of ["site", "domain", "server", "package.json", ".dependency-cruiser.mjs"]) {
  cpSync(part, join(copy, part), { recursive: true });
}
symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
afterAll(() => rmSync(copy, { recursive: true }));

const clean = check();
for (const [file, imported] of FORBIDDEN) {
  appendFileSync(join(copy, file), `\nimport ${JSON.stringify(imported)};\n`);
}
const crossed = check();

test("the source crosses no boundary", () => {
  expect(clean).toMatchObject({ status: 0 });
});

test.each(FORBIDDEN)("%s may not import %s", (file, imported) => {
  const name = imported.replace(/^(\.\.?\/)+|^node:/g, "");
  const lines = crossed.output.split("\n").filter((line) => line.includes(`: ${file} →`));
  expect(lines.some((line) => line.includes(name))).toBe(true);
  expect(crossed.status).not.toBe(0);
});

function check(): { status: number | null; output: string } {
  const { status, stdout } = spawnSync("npm", ["run", "-s", "boundaries"], {
    cwd: copy,
    encoding: "utf8",
  });
  return { status, output: stdout };
}
