import { readFileSync } from "node:fs";

import { describe, expect, test } from "vitest";

import { BUDGETS } from "../../bench/budgets.ts";
import { readConfig } from "../../server/config.ts";
import { findMissing, readDocuments, readFacts } from "./docs-check.ts";

const facts = readFacts();
const documents = readDocuments();
const documentAt = (path: string) => documents.find((document) => document.path === path)?.text;

test.each(documents)("$path names only commands and files that exist", (document) => {
  expect(findMissing(document, facts)).toEqual([]);
});

describe("missing names are reported", () => {
  test.each([
    ["`npm run reqests`", 'there is no command "npm run reqests"'],
    ["```sh\nnpm ci && npm strat\n```", 'there is no command "npm strat"'],
    ["`npm run -s list -- --help`", 'there is no command "npm run -s list"'],
    ["see `server/gone.ts`", 'there is no file "server/gone.ts"'],
    ["see `site/gone/`", 'there is no file "site/gone/"'],
    ["see `gone.ts`", 'there is no file "gone.ts"'],
    ["[here](docs/gone.md)", 'the link to "docs/gone.md" leads nowhere'],
    ["[here](README.md#gone)", 'the link to "README.md#gone" leads nowhere'],
  ])("%s", (text, problem) => {
    expect(findMissing({ path: "README.md", text }, facts)).toEqual([`README.md: ${problem}`]);
  });

  test("when a command that the README names is renamed", () => {
    const scripts = facts.scripts.map((name) => (name === "requests" ? "list" : name));
    const text = documentAt("README.md") ?? "";
    expect(findMissing({ path: "README.md", text }, { ...facts, scripts })).toContain(
      'README.md: there is no command "npm run requests"',
    );
  });
});

test("the README lists every variable that the server reads, and no other", () => {
  const read = new Set<string>();
  readConfig(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) }));
  const table = sectionOf(documentAt("README.md") ?? "", "Configuration");
  const listed = new Set(firstCells(table).flatMap(namesIn));
  expect(listed).toEqual(read);
});

test("docs/dependencies.md lists every dependency", () => {
  const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8")) as {
    dependencies: Record<string, string>;
    devDependencies: Record<string, string>;
  };
  const items = [...(documentAt("docs/dependencies.md") ?? "").matchAll(/^- (.+?): /gm)];
  const listed = items.flatMap(([, names = ""]) => namesIn(names));
  expect(new Set(listed)).toEqual(new Set(Object.keys({ ...dependencies, ...devDependencies })));
});

test("bench/README.md explains only measures that the bench has", () => {
  const explained = [...(documentAt("bench/README.md") ?? "").matchAll(/^- \*\*(.+?)\*\*/gm)];
  const measures: string[] = Object.values(BUDGETS).map(({ label }) => label);
  expect(explained.length).toBeGreaterThan(0);
  expect(measures).toEqual(expect.arrayContaining(explained.map(([, name]) => name)));
});

test.each(["bench/results.txt", "bench/results-load.txt"])("%s exceeds no budget", (path) => {
  const text = readFileSync(path, "utf8");
  const budgets = [...text.matchAll(/^\| (.+) \| at (?:most|least) .+ \| (.+) \|$/gm)];
  expect(budgets.length).toBeGreaterThan(0);
  const exceeded = budgets.filter(([, , met]) => met !== "yes");
  expect(exceeded.map(([, label]) => label)).toEqual([]);
});

/** The text under a heading of the second level, up to the next. */
function sectionOf(text: string, heading: string): string {
  return text.split(/^## /m).find((section) => section.startsWith(`${heading}\n`)) ?? "";
}

/** The first cells of a document's tables, without headings. */
function firstCells(text: string): string[] {
  return [...text.matchAll(/^(?:\| )?(.*?) \|/gm)]
    .map(([, cell = ""]) => cell)
    .filter((cell) => cell.startsWith("`"));
}

function namesIn(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}
