import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { expect, test } from "vitest";

import { BUILDS, CURRENT, SITE, type CurrentBuild } from "../../contract/build-output.ts";
import { publishBuild, UNFINISHED } from "./publish-build.ts";

/** Publishes a build whose page has the given text. Returns what names it. */
async function build(root: string, text: string): Promise<CurrentBuild> {
  const site = join(root, UNFINISHED, SITE);
  mkdirSync(site, { recursive: true });
  writeFileSync(join(site, "index.html"), text);
  await publishBuild(root);
  return JSON.parse(readFileSync(join(root, BUILDS, CURRENT), "utf8")) as CurrentBuild;
}

test("a build replaces the current one, keeps it as the previous one, and deletes older ones", async () => {
  const root = mkdtempSync(join(tmpdir(), "site-build-"));
  const first = await build(root, "first");
  const second = await build(root, "second");
  utimesSync(join(root, BUILDS, first.folder), 0, 0);
  const third = await build(root, "third");
  expect([first.previous, second.previous, third.previous]).toEqual([
    null,
    first.folder,
    second.folder,
  ]);
  const expected = [second.folder, third.folder, CURRENT];
  expect(readdirSync(join(root, BUILDS)).toSorted()).toEqual(expected.toSorted());
  expect(readFileSync(join(root, "dist/index.html"), "utf8")).toBe("third");
});

test("the folder of a build that may still be running stays", async () => {
  const root = mkdtempSync(join(tmpdir(), "site-build-"));
  const other = join(BUILDS, "unfinished-7");
  mkdirSync(join(root, other), { recursive: true });
  await build(root, "first");
  expect(readdirSync(join(root, BUILDS))).toContain("unfinished-7");
});
