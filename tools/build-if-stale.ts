import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Inputs of a build: files and folders from the project's root. */
const INPUTS = [
  "site",
  "domain",
  "tools/vite",
  "index.html",
  "404.html",
  "vite.config.ts",
  "package-lock.json",
];

/** Builds the site unless `dist/` was built from the current inputs. A failed build ends the process. */
export async function buildIfStale(): Promise<void> {
  const stamp = join(ROOT, "build/inputs.sha256");
  const inputs = await fingerprint();
  const built = await readFile(stamp, "utf8").catch(() => undefined);
  if (built === inputs && existsSync(join(ROOT, "dist/index.html"))) return;

  console.log("Building the site …");
  const vite = join(ROOT, "node_modules/vite/bin/vite.js");
  const { status } = spawnSync(process.execPath, [vite, "build", "--app", "--logLevel", "warn"], {
    cwd: ROOT,
    // A test runner's own NODE_ENV would put React's development build into the site.
    env: { ...process.env, NODE_ENV: "production" },
    stdio: "inherit",
  });
  if (status !== 0) {
    console.error("The site could not be built: the reason is above.");
    process.exit(1);
  }
  await writeFile(stamp, inputs);
}

/** A hash over every input's path and content, and over the build's variables. */
async function fingerprint(): Promise<string> {
  const hash = createHash("sha256");
  for (const path of (await Promise.all(INPUTS.map(filesOf))).flat().toSorted()) {
    hash.update(path).update(await readFile(join(ROOT, path)));
  }
  const variables = Object.keys(process.env)
    .filter((name) => name.startsWith("VITE_"))
    .toSorted()
    .map((name) => [name, process.env[name]]);
  return hash.update(JSON.stringify(variables)).digest("hex");
}

async function filesOf(path: string): Promise<string[]> {
  if (/\.\w+$/.test(path)) return [path];
  const entries = await readdir(join(ROOT, path), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length));
}
