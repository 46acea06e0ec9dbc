/**
 * Needs no container engine: the image's content is copied into a folder, as in the
 * Containerfile, and run from there.
 */
import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, matchesGlob } from "node:path";

import { expect, test } from "@playwright/test";

import { ADA } from "../test-support/valid-requirement.ts";
import { originOf } from "./support/site-server.ts";

const containerfile = readFileSync("Containerfile", "utf8").replaceAll("\\\n", "");
const [, building = "", final = ""] = containerfile.split(/^(?=FROM )/m);
const ignored = readFileSync(".containerignore", "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"));

test("the image has everything the server needs, and its health check works", async () => {
  const app = assembleImage();
  const server = start(app);
  const origin = await originOf(server);
  const check = () => {
    const [, command = ""] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(final) ?? [];
    const [program, ...rest] = JSON.parse(command) as string[];
    expect(program).toBe("node");
    const env = { ...process.env, PORT: new URL(origin).port };
    return spawnSync(process.execPath, rest, { cwd: app, env }).status;
  };
  const page = await fetch(origin);
  expect(await page.text()).toContain("data-island");
  const sent = await fetch(`${origin}/rest/v1/data_requirements`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADA),
  });
  expect(sent.status).toBe(201);
  expect(check()).toBe(0);
  const list = spawnSync(process.execPath, ["server/admin/requests.ts", "--format", "jsonl"], {
    cwd: app,
    env: variables(app),
    encoding: "utf8",
  });
  expect(JSON.parse(list.stdout)).toMatchObject(ADA);

  const ended = once(server, "exit");
  server.kill("SIGTERM");
  await ended;
  expect(check()).toBe(1);
  rmSync(app, { recursive: true });
});

test("the image runs as an unprivileged user, from pinned base images", () => {
  expect(final).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  expect(final).not.toMatch(/^(ADD|RUN) /m);
  const bases = [building, final].map((stage) => /^FROM (\S+)/.exec(stage)?.[1] ?? "");
  for (const base of bases) expect(base).toMatch(/^[\w.-]+\.\w+\/\S+:[\w.-]+$/);
  expect(bases.join()).not.toContain(":latest");
});

test("no request, secret or history can get into the image", () => {
  // Docker reads only this name, Podman either.
  expect(readFileSync(".dockerignore", "utf8")).toBe(readFileSync(".containerignore", "utf8"));
  for (const path of [".git", ".data", ".env", ".env.local", "node_modules", "dist"]) {
    expect(isIgnored(path)).toBe(true);
  }
  for (const path of ["package-lock.json", "site/site.ts", "server/main.ts", "index.html"]) {
    expect(isIgnored(path)).toBe(false);
  }
});

/** A folder with what the last stage of the Containerfile copies. */
function assembleImage(): string {
  const app = mkdtempSync(join(tmpdir(), "site-image-"));
  const copies = final.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm);
  for (const [, source = "", target = ""] of copies) {
    if (source === "node_modules") {
      for (const path of shippedPackages()) copyPackage(path, app);
      continue;
    }
    const built = source === "dist" || source === "build";
    const filter = (path: string) => built || !isIgnored(path);
    cpSync(source, join(app, target), { recursive: true, filter });
  }
  return app;
}

function start(app: string): ChildProcess {
  const [, command = ""] = /^CMD (\[.*\])$/m.exec(final) ?? [];
  return spawn(process.execPath, JSON.parse(command) as string[], {
    cwd: app,
    env: variables(app),
    stdio: ["ignore", "pipe", "inherit"],
  });
}

/** The image's variables, with a port and a folder of this machine. */
function variables(app: string): Record<string, string> {
  const set = [...final.matchAll(/^ENV (.*)$/gm)].flatMap(([, pairs = ""]) => pairs.split(" "));
  const image = Object.fromEntries(set.map((pair) => pair.split("=") as [string, string]));
  expect(image["HOST"]).toBe("0.0.0.0");
  return { ...image, HOST: "127.0.0.1", PORT: "0", DATA_DIR: join(app, "data") };
}

/** What `npm prune --omit=dev` keeps, without Node itself, which is large and runs this test. */
function shippedPackages(): string[] {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8")) as {
    packages: Record<string, { dev?: boolean }>;
  };
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path !== "" && !dev);
  return shipped.map(([path]) => path).filter((path) => path !== "node_modules/node");
}

function copyPackage(path: string, app: string): void {
  mkdirSync(dirname(join(app, path)), { recursive: true });
  // A package's own packages have lines of their own in the lockfile.
  const nested = join(path, "node_modules");
  cpSync(path, join(app, path), { recursive: true, filter: (each) => !each.startsWith(nested) });
}

function isIgnored(path: string): boolean {
  return ignored.some((pattern) => matchesGlob(path, pattern));
}
