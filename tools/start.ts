/** `npm start`: builds the site and serves it. Checks before the build what would prevent the start after it. */
import { loadEnv } from "vite";

import { readConfig } from "../server/config.ts";
import { findListenProblem } from "../server/http/listen.ts";
import { buildSite } from "./build.ts";
import { readRestUrl } from "./vite/hosted-backend.ts";

const problems = await findProblems();
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exit(1);
}
buildSite();
await import("../server/main.ts");

async function findProblems(): Promise<string[]> {
  const server = readConfig(process.env);
  const build = readRestUrl(loadEnv("production", process.cwd()));
  const listenProblem = server.kind === "valid" ? await findListenProblem(server.config) : null;
  return [
    ...(server.kind === "invalid" ? server.problems : []),
    ...(build.kind === "invalid" ? [build.problem] : []),
    ...(listenProblem === null ? [] : [listenProblem]),
  ];
}
