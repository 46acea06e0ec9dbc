import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import { databaseFile } from "../server/config.ts";
import { readRows } from "./data-folder.ts";
import { startProgram, stopProgram } from "./services/programs.ts";

export const PROJECT = fileURLToPath(new URL("../", import.meta.url));

export type SiteServer = Awaited<ReturnType<typeof startSite>>;

/** The copy of the project that was built for the browser tests (`e2e/build.ts`), or else the project. */
export const builtProject = () => process.env["BUILT_COPY"] ?? PROJECT;

/** Starts the server on a free port without a rate limit. It uses a temporary folder unless DATA_DIR is set. */
export async function startSite(variables: NodeJS.ProcessEnv = {}, folder = builtProject()) {
  const given = variables["DATA_DIR"];
  const dataFolder = given ?? mkdtempSync(join(tmpdir(), "site-"));
  const env = { ...process.env, ...variables, DATA_DIR: dataFolder };
  let output = "";
  const child = await startProgram(process.execPath, [join(folder, "server/main.ts")], {
    env: { PORT: "0", RATE_LIMIT_PER_MINUTE: "0", ...env },
    ready: /Read them/,
    onOutput: (chunk) => (output += chunk.toString()),
  });
  return {
    origin: /http:\/\/\S+/.exec(output)?.[0] ?? "",
    dataFolder,
    child,
    output: () => output,
    /** Returns the stored rows, newest first. */
    readRequests: () => readRows(databaseFile(dataFolder)).toReversed(),
    kill: () => stopProgram(child, "SIGKILL"),
    async stop() {
      await stopProgram(child, "SIGTERM");
      if (given === undefined) rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

export function storedFrom(site: SiteServer, person: { email: string }) {
  return site.readRequests().filter(({ email }) => email === person.email);
}
