import { globSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** What documents are checked against. */
export type Facts = {
  /** Scripts of package.json. */
  scripts: string[];
  /** Files and folders from the project's root; folders end in a slash. */
  paths: ReadonlySet<string>;
};

/** A document by its path from the root, and its text. */
export type Document = { path: string; text: string };

/** Every document of the project. */
export function readDocuments(): Document[] {
  const paths = globSync("**/*.md", { cwd: ROOT, exclude: (path) => path === "node_modules" });
  return paths.toSorted().map((path) => ({ path, text: readFileSync(join(ROOT, path), "utf8") }));
}

/** The scripts and files of the project. */
export function readFacts(): Facts {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const paths = new Set<string>();
  const walk = (folder: string) => {
    for (const entry of readdirSync(join(ROOT, folder), { withFileTypes: true })) {
      const path = folder + entry.name;
      if (MADE.some((made) => `${path}/`.startsWith(made)) || entry.name === ".git") continue;
      paths.add(entry.isDirectory() ? `${path}/` : path);
      if (entry.isDirectory()) walk(`${path}/`);
    }
  };
  walk("");
  return { scripts: Object.keys(scripts), paths };
}

/** Commands, files and links of a document that do not exist, one per line. */
export function findMissing({ path, text }: Document, facts: Facts): string[] {
  const code = [...text.matchAll(/```[^\n]*\n([\s\S]*?)```|`([^`\n]+)`/g)].map(
    ([, fenced, inline]) => fenced ?? inline ?? "",
  );
  const commands = code.flatMap((piece) => unknownCommands(piece, facts.scripts));
  const words = code.flatMap((piece) => piece.split(/[\s"'(),;=<>|]+/));
  const missing = words.filter((word) => isMissing(word, path, facts.paths));
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, target = ""]) => target)
    .filter((target) => isDeadLink(target, { path, text }, facts.paths));
  return [
    ...commands.map((command) => `${path}: there is no command "${command}"`),
    ...missing.map((word) => `${path}: there is no file "${word}"`),
    ...links.map((target) => `${path}: the link to "${target}" leads nowhere`),
  ];
}

/** npm's own commands that the documents use. */
const NPM = new Set(["ci", "run", "audit", "install", "outdated", "prune"]);

function unknownCommands(code: string, scripts: string[]): string[] {
  const run = [...code.matchAll(/\bnpm run (?:-\S+ )*([\w:-]+)/g)].filter(
    ([, name = ""]) => !scripts.includes(name),
  );
  const own = [...code.matchAll(/(?<=^|[\n;&|]\s*)npm (?:-\S+ )*([a-z][\w-]*)/g)].filter(
    ([, name = ""]) => !NPM.has(name) && !scripts.includes(name),
  );
  return [...run, ...own].map(([command]) => command);
}

/** Created by an install, a build or a run, or supplied by the provider. */
const MADE = [
  "node_modules/",
  "dist/",
  "build/",
  ".data/",
  ".cache/",
  "art/.cache/",
  "site/assets/animation/hero.json",
];
const SOURCE = /\.(tsx?|css|html|sql|md|ya?ml|sh|py|service)$/;

function isMissing(word: string, document: string, paths: Facts["paths"]): boolean {
  const path = word.replace(/^\.\//, "").replace(/[.:]+$/, "");
  if (
    !/^(?!\.\w+$)[\w.@-]+(\/[\w.@-]+)*\/?$/.test(path) ||
    MADE.some((made) => `${path}/`.startsWith(made))
  )
    return false;
  const [first = ""] = path.split("/");
  const isOurs = path.includes("/") ? paths.has(`${first}/`) : false;
  if (!isOurs && !SOURCE.test(path)) return false;
  return ![path, `${path}/`, join(dirname(document), path)].some((each) => paths.has(each));
}

function isDeadLink(target: string, document: Document, paths: Facts["paths"]): boolean {
  if (/^[a-z]+:/.test(target)) return false;
  const [file = "", anchor] = target.split("#");
  const path = file === "" ? document.path : join(dirname(document.path), file);
  if (!paths.has(path) && !paths.has(`${path.replace(/\/$/, "")}/`)) return true;
  if (anchor === undefined) return false;
  const text = file === "" ? document.text : readFileSync(join(ROOT, path), "utf8");
  return !headingsOf(text).includes(anchor);
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
