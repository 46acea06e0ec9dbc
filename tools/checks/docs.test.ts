import { expect, test } from "vitest";

import { readConfig } from "../../server/config.ts";
import { findMissing, readDocuments, readFacts } from "./docs-check.ts";

const facts = readFacts();
const documents = readDocuments();
const documentAt = (path: string) => documents.find((document) => document.path === path)?.text;

test.each(documents)("$path names only commands and files that exist", (document) => {
  expect(findMissing(document, facts)).toEqual([]);
});

test("a command, a file and a link that do not exist are reported", () => {
  const text = "`npm run reqests` reads `server/gone.ts`, see [here](README.md#gone)";
  expect(findMissing({ path: "README.md", text }, facts)).toEqual([
    'README.md: there is no command "npm run reqests"',
    'README.md: there is no file "server/gone.ts"',
    'README.md: the link to "README.md#gone" leads nowhere',
  ]);
});

test("the README lists every variable that the server reads, and no other", () => {
  const read = new Set<string>();
  readConfig(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) }));
  const table = sectionOf(documentAt("README.md") ?? "", "Configuration");
  const listed = new Set(firstCells(table).flatMap(namesIn));
  expect(listed).toEqual(read);
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
