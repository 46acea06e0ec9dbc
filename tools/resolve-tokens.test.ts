import postcss from "postcss";
import { expect, test } from "vitest";

import { resolveTokens } from "./resolve-tokens.ts";

/** The stylesheet as it is built, on one line. */
async function build(css: string): Promise<string> {
  const { css: built } = await postcss(resolveTokens()).process(css, { from: undefined });
  return built.replaceAll(/\s+/g, " ").trim();
}

test("a token goes into the rules as its value, through others, and is dropped", async () => {
  const css = `
    @layer tokens { :root { color-scheme: light; --ink: #101012; --edge: 1px solid var(--ink); } }
    p { border: var(--edge); color: var(--ink); }`;
  expect(await build(css)).toBe(
    "@layer tokens { :root { color-scheme: light; } } " +
      "p { border: 1px solid #101012; color: #101012; }",
  );
});

test("what changes on the way stays a custom property, and so does the token that it asks for", async () => {
  const css = `
    :root { --bar: 4rem; }
    .stack { --first: var(--bar); --turn: 0deg; }
    .card { top: var(--first); rotate: var(--turn); }`;
  expect(await build(css)).toBe(css.replaceAll(/\s+/g, " ").trim());
});
