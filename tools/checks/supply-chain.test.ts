import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

type Package = { license?: string; dev?: boolean; hasInstallScript?: boolean };

const { allowScripts } = readJson("package.json") as { allowScripts: object };
const { packages } = readJson("package-lock.json") as {
  packages: Record<string, Package>;
};
const { "": _project, ...locked } = packages;

/** They require at most that notices are kept and, in Apache-2.0, that changed files are marked. */
const PERMISSIVE = new Set(["MIT", "MIT-0", "ISC", "0BSD", "BSD-3-Clause", "Apache-2.0"]);

test("shipped packages have permissive licences", () => {
  const shipped = Object.entries(locked).filter(([, { dev }]) => !dev);
  // Where the lockfile has no licence, the installed package has it.
  const licences = shipped.map(([path, { license }]) => [
    path,
    license ?? (readJson(`${path}/package.json`) as Package).license ?? "none",
  ]);
  expect(licences.length).toBeGreaterThan(50);
  expect(licences.filter(([, licence = ""]) => !PERMISSIVE.has(licence))).toEqual([]);
});

test("no package runs a script at install that package.json does not name", () => {
  const scripted = Object.entries(locked).filter(([, { hasInstallScript }]) => hasInstallScript);
  const names = scripted.map(([path]) => path.split("node_modules/").at(-1));
  expect(new Set(names)).toEqual(new Set(Object.keys(allowScripts)));
});

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
