import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { readConfig } from "../server/config.ts";

const readme = readFileSync("README.md", "utf8");

test("every command that the README names exists", () => {
  const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };
  const named = [...readme.matchAll(/\bnpm run (?:-\S+ )*([\w:-]+)/g)].map(([, name = ""]) => name);
  expect(named).not.toEqual([]);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(named));
});

test("the README lists every variable that the server reads, and no other", () => {
  const read = new Set<string>();
  readConfig(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) }));
  const cells = readme.matchAll(/^(`[A-Z].*?) \|/gm);
  const listed = [...cells].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? []);
  expect(new Set(listed)).toEqual(read);
});
