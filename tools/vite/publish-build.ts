import { existsSync, statSync } from "node:fs";
import { cp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { BUILDS, CURRENT, SITE, type CurrentBuild } from "../../contract/build-output.ts";
import { HOUR_MS } from "../../domain/durations.ts";

/** Relative to the project. The process ID keeps simultaneous builds apart. */
export const UNFINISHED = join(BUILDS, `unfinished-${process.pid}`);

/** Makes a finished build the current one, and copies its published files to `dist/`, for static hosts. */
export async function publishBuild(root: string): Promise<void> {
  const builds = join(root, BUILDS);
  const previous = await readCurrent(builds);
  const folder = new Date().toISOString().replaceAll(/\D/g, "");
  await rename(join(root, UNFINISHED), join(builds, folder));
  await nameCurrent(builds, { folder, previous });
  await deleteOld(builds, [folder, previous]);

  const copy = join(root, UNFINISHED);
  await cp(join(builds, folder, SITE), copy, { recursive: true });
  await replaceFolder(join(root, "dist"), copy);
}

async function readCurrent(builds: string): Promise<string | null> {
  const file = join(builds, CURRENT);
  if (!existsSync(file)) return null;
  return (JSON.parse(await readFile(file, "utf8")) as CurrentBuild).folder;
}

async function nameCurrent(builds: string, build: CurrentBuild): Promise<void> {
  const file = join(builds, CURRENT);
  await writeFile(`${file}-${process.pid}`, JSON.stringify(build));
  await rename(`${file}-${process.pid}`, file);
}

/** Spares what has changed within an hour, because another build may be writing it. */
async function deleteOld(builds: string, kept: (string | null)[]): Promise<void> {
  for (const name of await readdir(builds)) {
    const path = join(builds, name);
    const isOld = Date.now() - (statSync(path, IF_PRESENT)?.mtimeMs ?? Infinity) > HOUR_MS;
    if (isOld && name !== CURRENT && !kept.includes(name)) await rm(path, FORCE);
  }
}

const IF_PRESENT = { throwIfNoEntry: false } as const;
const FORCE = { recursive: true, force: true };

/** Moves a folder to the place of another. In between, there is none, because no file system can exchange two. */
async function replaceFolder(folder: string, by: string): Promise<void> {
  const aside = `${by}-old`;
  if (existsSync(folder)) await rename(folder, aside);
  await rename(by, folder);
  await rm(aside, FORCE);
}
