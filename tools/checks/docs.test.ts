import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";

import { expect, test } from "vitest";

import { readConfig } from "../../server/config.ts";

const documents = globSync("**/*.md", { exclude: ["node_modules"] });
const { scripts } = JSON.parse(readFileSync("package.json", "utf8")) as { scripts: object };

test.each(documents)("%s names only commands, files and links that exist", (path) => {
  expect(findMissing(path, readFileSync(path, "utf8"))).toEqual([]);
});

test("a command, a file and a link that do not exist are reported", () => {
  const text = "`npm run reqests` reads `server/gone.ts`, see [here](README.md#gone)";
  expect(findMissing("README.md", text)).toEqual([
    "npm run reqests",
    "server/gone.ts",
    "README.md#gone",
  ]);
});

test("the README lists every variable that the server reads, and no other", () => {
  const read = new Set<string>();
  readConfig(new Proxy<NodeJS.ProcessEnv>({}, { get: (_, name) => void read.add(String(name)) }));
  const cells = readFileSync("README.md", "utf8").matchAll(/^(`[A-Z].*?) \|/gm);
  const listed = [...cells].flatMap(([, cell = ""]) => cell.match(/\w+/g) ?? []);
  expect(new Set(listed)).toEqual(read);
});

test("the server's messages name only documents and headings that exist", () => {
  const code = globSync("server/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const links = code.flatMap((text) => text.match(/docs\/[\w-]+\.md(#[\w-]+)?/g) ?? []);
  expect(links).not.toEqual([]);
  expect(links.filter((link) => !isReachable("README.md", link))).toEqual([]);
});

test("the list has every data attribute that a stylesheet reads, and none that nobody uses", () => {
  const list = readFileSync("site/data-attributes.ts", "utf8");
  const listed: string[] = list.match(/(?<=`)data-[\w-]+(?=`)/g) ?? [];
  const read = findInFiles("site/**/*.css", /(?<=\[)data-[\w-]+/g);
  const written = findInFiles("site/**/*.tsx", /(?<=\s)data-[\w-]+/g);
  expect(read).not.toEqual([]);
  expect(read.filter((attribute) => !listed.includes(attribute))).toEqual([]);
  expect(listed.filter((attribute) => ![...read, ...written].includes(attribute))).toEqual([]);
});

/** The commands, files and links of a document that do not exist. */
function findMissing(path: string, text: string): string[] {
  const code = [...text.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
    ([, block, inline]) => block ?? inline ?? "",
  );
  const commands = code.flatMap((piece) => [...piece.matchAll(/\bnpm run (?:-\S+ )*([\w:-]+)/g)]);
  const words = code.flatMap((piece) => piece.match(/[\w./*-]+/g) ?? []);
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = ""]) => target);
  return [
    ...commands.filter(([, name = ""]) => !(name in scripts)).map(([command]) => command),
    ...words.filter((word) => OUR_FILE.test(word) && globSync(word).length === 0),
    ...links.filter((target) => !/^[a-z]+:/.test(target) && !isReachable(path, target)),
  ];
}

/** A path into a folder under version control. The animation is the provider's to add. */
const OUR_FILE =
  /^(bench|deploy|docs|domain|e2e|probe|server|site|supabase|test-support|tools)\/(?!assets\/animation\/hero\.json)/;

function isReachable(document: string, link: string): boolean {
  const [file = "", anchor] = link.split("#");
  const target = file === "" ? document : join(dirname(document), file);
  if (!existsSync(target)) return false;
  return anchor === undefined || headingsOf(readFileSync(target, "utf8")).includes(anchor);
}

/** Headings as GitHub and GitLab write them in anchors. */
function headingsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

function findInFiles(files: string, pattern: RegExp): string[] {
  return globSync(files).flatMap((file) => readFileSync(file, "utf8").match(pattern) ?? []);
}
