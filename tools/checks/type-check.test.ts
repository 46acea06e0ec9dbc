import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

const NOT_OURS = new Set(["node_modules", "dist", "build", ".cache"]);

test("every TypeScript file belongs to a project that the check compiles", () => {
  const { references } = JSON.parse(readFileSync("tsconfig.json", "utf8")) as {
    references: { path: string }[];
  };
  const compiled = new Set(references.flatMap(({ path }) => listFiles(path)));
  const written = globSync("**/*.{ts,tsx}", { exclude: (path) => NOT_OURS.has(path) });
  expect(written).toContain("deploy/proxies.test.ts");
  expect(written.filter((path) => !compiled.has(path))).toEqual([]);
});

function listFiles(project: string): string[] {
  const output = execFileSync("node_modules/.bin/tsc", ["--project", project, "--showConfig"]);
  const { files } = JSON.parse(String(output)) as { files: string[] };
  const folder = project.endsWith(".json") ? dirname(project) : project;
  return files.map((path) => join(folder, path));
}
