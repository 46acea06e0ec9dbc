import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

/** Not in a list: the animation's player imports it, so that a page without an animation does not have it. */
const WITH_SCRIPT = "site/animation/Animation.css";

const LISTS = ["site/styles/main.css", "site/styles/server-pages.css"];

test("every component is styled: one of the lists imports each stylesheet of the site", () => {
  const imported = LISTS.flatMap((list) =>
    [...readFileSync(list, "utf8").matchAll(/@import "([^"]+)"/g)].map(([, path = ""]) =>
      join("site/styles", path),
    ),
  );
  const stylesheets = globSync("site/**/*.css").filter((path) => !LISTS.includes(path));
  expect([...new Set([...imported, WITH_SCRIPT])].toSorted()).toEqual(stylesheets.toSorted());
});
