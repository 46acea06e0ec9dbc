import { spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { afterAll, expect, test } from "vitest";

/** At least one import for each rule. */
const FORBIDDEN = [
  ["domain/identifiers.ts", "fastify"],
  ["domain/identifiers.ts", "react"],
  ["domain/identifiers.ts", "node:fs"],
  ["site/site.ts", "react"],
  ["site/assets/pictures.ts", "../sections/Specs.tsx"],
  ["site/prerender/pages.tsx", "../first-load/landing.ts"],
  ["site/first-load/landing.ts", "../on-demand/islands.tsx"],
  ["site/first-load/landing.ts", "../on-demand/hydrate.tsx"],
  ["site/first-load/landing.ts", "../request/submission/draft.ts"],
  ["site/first-load/landing.ts", "../site.ts"],
  ["site/first-load/landing.ts", "react"],
  ["site/first-load/motion/tilt.ts", "../../ui/Button.tsx"],
  ["site/first-load/motion/tilt.ts", "lottie-web"],
  ["site/first-load/motion/media.ts", "./tilt.ts"],
  ["site/on-demand/hydrate.tsx", "../pages/Landing.tsx"],
  ["site/ui/Button.tsx", "../on-demand/islands.tsx"],
  ["site/ui/Button.tsx", "../../domain/data-requirement.ts"],
  ["site/request/RequestForm.tsx", "../sections/Specs.tsx"],
  ["site/request/RequestForm.tsx", "../../server/config.ts"],
  ["site/request/constants.ts", "../../domain/data-requirement.ts"],
  ["site/sections/Specs.tsx", "../pages/Landing.tsx"],
  ["site/sections/Specs.tsx", "../../domain/data-requirement.ts"],
  ["site/pages/Landing.tsx", "../first-load/landing.ts"],
  ["site/elsewhere/new.ts", "../site.ts"],
  ["server/main.ts", "../site/site.ts"],
  ["server/main.ts", "pg"],
  ["server/config.ts", "fastify"],
  ["server/log.ts", "fastify"],
  ["server/http/app.ts", "react-dom"],
  ["server/http/app.ts", "../../site/site.ts"],
  ["server/form/form-route.ts", "../store/store.ts"],
  ["server/store/store.ts", "../http/app.ts"],
  ["server/notifications/email.ts", "../http/app.ts"],
  ["server/monitoring/metrics.ts", "pg"],
  ["server/admin/requests.ts", "../http/app.ts"],
] as const;

// A copy, so that the test does not write into the sources.
const copy = mkdtempSync(join(tmpdir(), "site-boundaries-"));
for (const part of ["site", "domain", "server", "package.json", ".dependency-cruiser.mjs"]) {
  cpSync(part, join(copy, part), { recursive: true });
}
symlinkSync(join(process.cwd(), "node_modules"), join(copy, "node_modules"));
afterAll(() => rmSync(copy, { recursive: true }));

const clean = findViolations();
cpSync(join(copy, "site/first-load/not-found.ts"), join(copy, "site/elsewhere/new.ts"));
for (const [file, imported] of FORBIDDEN) {
  appendFileSync(join(copy, file), `\nimport ${JSON.stringify(imported)};\n`);
}
const crossed = findViolations();

test("the source crosses no boundary", () => {
  expect(clean).toEqual({ status: 0, violations: [] });
});

test.each(FORBIDDEN)("%s may not import %s", (file, imported) => {
  const name = imported.replace(/^(\.\.?\/)+|^node:/g, "");
  const found = crossed.violations.filter(({ from, to }) => from === file && to.includes(name));
  expect(found).not.toEqual([]);
  expect(crossed.status).not.toBe(0);
});

test("each rule is among those tried", async () => {
  const { default: config } = (await import(
    pathToFileURL(join(copy, ".dependency-cruiser.mjs")).href
  )) as { default: { forbidden: { name: string }[] } };
  const tried = new Set(crossed.violations.map(({ rule }) => rule));
  expect(config.forbidden.map(({ name }) => name).filter((name) => !tried.has(name))).toEqual([]);
});

test("npm run check includes the boundaries", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    scripts: Record<string, string>;
  };
  expect(scripts["check"]?.split(" && ")).toContain("npm run -s boundaries");
});

function findViolations() {
  const { status, stdout } = spawnSync("npm", ["run", "-s", "boundaries"], {
    cwd: copy,
    encoding: "utf8",
  });
  // A cycle is printed over several lines, of which the first two name the import.
  const lines = stdout.replaceAll(/→\s+/g, "→ ").matchAll(/error ([^:]+): (\S+) → (\S+)/g);
  const violations = [...lines].map(([, rule, from = "", to = ""]) => ({ rule, from, to }));
  return { status, violations };
}
