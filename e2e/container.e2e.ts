/** Needs no container engine: the files that the Containerfile copies are run from a folder. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

import { expect, test } from "@playwright/test";

import { startProgram, stopProgram } from "../test-support/programs.ts";
import { ADA } from "../test-support/valid-requirement.ts";

const [, , image = ""] = readFileSync("Containerfile", "utf8")
  .replaceAll("\\\n", "")
  .split(/^(?=FROM )/m);

test("the image has everything the server needs, and its health check works", async () => {
  const app = assembleImage();
  // As in the image, but reachable from this machine only.
  const env = { HOST: "127.0.0.1", PORT: "3917", DATA_DIR: join(app, "data") };
  const server = await startProgram(process.execPath, commandAfter("CMD"), {
    cwd: app,
    env,
    ready: /The site is at/,
  });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: app, env, encoding: "utf8" });
  const isHealthy = () => run(...commandAfter("HEALTHCHECK .*CMD").slice(1)).status === 0;
  const origin = `http://127.0.0.1:${env.PORT}`;
  expect(await (await fetch(origin)).text()).toContain("data-island");
  const sent = await fetch(`${origin}/rest/v1/data_requirements`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADA),
  });
  expect(sent.status).toBe(201);
  expect(isHealthy()).toBe(true);
  const { stdout } = run("server/admin/main.ts", "list", "--format", "jsonl");
  expect(JSON.parse(stdout)).toMatchObject(ADA);
  await stopProgram(server, "SIGTERM");
  expect(isHealthy()).toBe(false);
  rmSync(app, { recursive: true });
});

/** The JSON list of an instruction of the image. */
function commandAfter(instruction: string): string[] {
  const [, command = ""] = new RegExp(`^${instruction} (\\[.*\\])$`, "m").exec(image) ?? [];
  return JSON.parse(command) as string[];
}

/** A folder with what the last stage of the Containerfile copies. */
function assembleImage(): string {
  const app = mkdtempSync(join(tmpdir(), "site-image-"));
  const copies = image.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm);
  for (const [, source = "", target = ""] of copies) {
    if (source !== "node_modules") cpSync(source, join(app, target), { recursive: true });
    else for (const path of shippedPackages()) cpSync(path, join(app, path), { recursive: true });
  }
  return app;
}

/** What `npm prune --omit=dev` keeps, without Node itself, which is large and runs this test. */
function shippedPackages(): string[] {
  const args = ["ls", "--omit=dev", "--all", "--parseable"];
  const { stdout } = spawnSync("npm", args, { encoding: "utf8" });
  const [, ...folders] = stdout.trim().split("\n");
  const paths = folders.map((folder) => relative(process.cwd(), folder));
  // A package's own packages are copied with it.
  return paths.filter(
    (path) => path !== "node_modules/node" && !/node_modules.*node_modules/.test(path),
  );
}
