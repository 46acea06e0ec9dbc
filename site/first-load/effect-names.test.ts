import { expect, test } from "vitest";

test("each effect has a name of its own, so that none is started instead of another", () => {
  const files = import.meta.glob<object>("../**/*.effect.ts", { eager: true });
  const names = Object.values(files).flatMap(Object.keys);
  expect(names).toContain("reveal");
  expect(names.filter((name, index) => names.indexOf(name) < index)).toEqual([]);
});
