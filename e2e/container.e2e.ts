/**
 * Needs no container engine: the image's content is copied into a folder, as in the
 * Containerfile, and run from there.
 */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

import { expect, test } from "@playwright/test";

import { startProgram, stopProgram } from "../test-support/programs.ts";
import { ADA } from "../test-support/valid-requirement.ts";

const [, , image = ""] = readFileSync("Containerfile", "utf8")
  .replaceAll("\\\n", "")
  .split(/^(?=FROM )/m);

test("the image has everything the server needs, and its health check works", async () => {
  const app = assembleImage();
  // As in the image, but reachable from this machine only.
  const env = {
    HOST: "127.0.0.1",
    PORT: "3917",
    DATA_DIR: join(app, "data"),
    NODE_ENV: "production",
  };
  const server = await startProgram(process.execPath, commandAfter("CMD"), {
    cwd: app,
    env,
    ready: /The site is at/,
  });
  const isHealthy = () => {
    const [, ...args] = commandAfter("HEALTHCHECK .*CMD");
    return spawnSync(process.execPath, args, { cwd: app, env }).status === 0;
  };
  const origin = `http://127.0.0.1:${env.PORT}`;
  expect(await (await fetch(origin)).text()).toContain("data-island");
  const sent = await fetch(`${origin}/rest/v1/data_requirements`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(ADA),
  });
  expect(sent.status).toBe(201);
  expect(isHealthy()).toBe(true);
  const args = ["server/admin/requests.ts", "--format", "jsonl"];
  const list = spawnSync(process.execPath, args, { cwd: app, env, encoding: "utf8" });
  expect(JSON.parse(list.stdout)).toMatchObject(ADA);
  await stopProgram(server, "SIGTERM");
  expect(isHealthy()).toBe(false);
  rmSync(app, { recursive: true });
});

/** The JSON list of an instruction of the image. */
function commandAfter(instruction: string): string[] {
  const [, command = ""] = new RegExp(`^${instruction} (\\[.*\\])$`, "m").exec(image) ?? [];
  return JSON.parse(command) as string[];
}

/** A folder with what the last stage of the Containerfile copies, without tests. */
function assembleImage(): string {
  const app = mkdtempSync(join(tmpdir(), "site-image-"));
  const copies = image.matchAll(/^COPY --from=build \/app\/(\S+) (\S+)$/gm);
  for (const [, source = "", target = ""] of copies) {
    if (source === "node_modules") shippedPackages().forEach((path) => copyPackage(path, app));
    else {
      const filter = (path: string) => !/\.test\.tsx?$/.test(path);
      cpSync(source, join(app, target), { recursive: true, filter });
    }
  }
  return app;
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
