import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

test("the icons have the page's accent: npm run icons", () => {
  const [, accent] = /--accent: (.+);/.exec(readFileSync("site/styles/tokens.css", "utf8")) ?? [];
  const [, color] = / color="(.+?)"/.exec(readFileSync("site/public/favicon.svg", "utf8")) ?? [];
  expect(color).toBe(accent);
});
