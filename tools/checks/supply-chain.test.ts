import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

type Locked = {
  version?: string;
  license?: string;
  resolved?: string;
  integrity?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  /** Set for packages of one platform only. */
  os?: string[];
};

const manifest = JSON.parse(readFileSync("package.json", "utf8")) as {
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  allowScripts: Record<string, boolean>;
};
const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
  packages: Record<string, Locked>;
};
const locked = Object.entries(lock.packages)
  .filter(([path]) => path !== "")
  .map(([path, facts]) =>
    Object.assign({ name: path.split("node_modules/").at(-1) ?? "", path }, facts),
  );

/**
 * These require at most that notices are kept and, by Apache-2.0, that changed files are marked.
 */
const PERMISSIVE = new Set(["MIT", "MIT-0", "ISC", "0BSD", "BSD-3-Clause", "Apache-2.0"]);

test("shipped packages have permissive licences", () => {
  const shipped = locked.filter(({ dev }) => !dev);
  // From the installed package, when npm did not put it into the lockfile.
  const licences = shipped.map(({ name, path, license }) => ({
    name,
    licence: license ?? licenceOf(path),
  }));
  expect(shipped.length).toBeGreaterThan(Object.keys(manifest.dependencies).length);
  expect(licences.filter(({ licence }) => !PERMISSIVE.has(licence))).toEqual([]);
});

test("every dependency has one exact version and a hash in the lockfile", () => {
  const versions = Object.entries({ ...manifest.dependencies, ...manifest.devDependencies });
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
  // Builds for other platforms that this registry did not have are in the lockfile without a hash.
  const withoutHash = locked.filter(({ integrity, os }) => !integrity && !os);
  expect(withoutHash.map(({ name }) => name)).toEqual([]);
  const fromElsewhere = locked.filter(
    ({ resolved }) => resolved !== undefined && !resolved.startsWith("https://registry.npmjs.org/"),
  );
  expect(fromElsewhere.map(({ name }) => name)).toEqual([]);
});

test("no package runs a script at install that package.json does not name", () => {
  const scripted = locked.filter(({ hasInstallScript }) => hasInstallScript);
  const allowed = Object.keys(manifest.allowScripts);
  expect(scripted.map(({ name }) => name).toSorted()).toEqual(allowed.toSorted());
});

function licenceOf(path: string): string {
  const installed = JSON.parse(readFileSync(`${path}/package.json`, "utf8")) as {
    license?: string;
  };
  return installed.license ?? "none";
}
