import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

test("npm ci works on every platform, because allowScripts names each package with an install script", () => {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { hasInstallScript?: boolean }>;
  };
  const withScripts = Object.keys(packages)
    .filter((path) => path !== "" && packages[path]?.hasInstallScript)
    .map((path) => path.replace(/^.*node_modules\//, ""));
  const { allowScripts } = JSON.parse(readFileSync("package.json", "utf8")) as {
    allowScripts: Record<string, boolean>;
  };
  expect(Object.keys(allowScripts)).toEqual(expect.arrayContaining(withScripts));
});
