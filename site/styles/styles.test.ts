import { globSync, readFileSync } from "node:fs";
import { basename } from "node:path";

import { expect, test } from "vitest";

/** These style the whole document; every other stylesheet belongs to the component beside it. */
const SHARED = new Set(["base", "fonts", "main", "print", "reset", "tokens"]);

const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|"[^"]*"/g;

const stylesheets = globSync("site/**/*.css").map((path) => {
  const css = readFileSync(path, "utf8").replaceAll(COMMENT_OR_STRING, "");
  return { path, owner: basename(path, ".css"), css, classes: matches(css, /\.([a-z][\w-]*)/g) };
});
const components = stylesheets.filter(({ owner }) => !SHARED.has(owner));
const shared = stylesheets.filter(({ owner }) => SHARED.has(owner));

test.each(components)("$path has only classes and keyframes named for it", (sheet) => {
  const own = kebabCase(sheet.owner);
  const names = [...sheet.classes, ...matches(sheet.css, /@keyframes ([\w-]+)/g)];
  expect(names.filter((name) => name !== own && !name.startsWith(`${own}-`))).toEqual([]);
});

test.each(shared)("$path has no classes", ({ classes }) => {
  expect(classes).toEqual([]);
});

/** Hexadecimal, functional or named; a mask, too, can use `var(--ink)` and `transparent`. */
const COLOUR =
  /#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|\b(?:black|white)\b/gi;

test.each(stylesheets.filter(({ owner }) => owner !== "tokens"))(
  "$path takes its colours from tokens.css",
  ({ css }) => {
    expect(css.match(COLOUR)).toBeNull();
  },
);

test("components take their colours from tokens.css", () => {
  const sources = globSync("site/**/*.{ts,tsx}", { exclude: ["**/*.test.*"] });
  const literals = sources.flatMap(
    (path) => readFileSync(path, "utf8").match(/["'`]#[\da-f]{3,8}["'`]|\b(?:rgb|hsl)a?\(/gi) ?? [],
  );
  expect(literals).toEqual([]);
});

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = ""]) => name);
}

function kebabCase(name: string): string {
  return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, "-").toLowerCase();
}
