import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const PROJECT = fileURLToPath(new URL("..", import.meta.url)).replace(/\/$/, "");

/** How the admin command is run where this server is installed: docs/deploy.md installs a short name. */
export const COMMAND = findCommand("/usr/local/sbin/requests");

/** The installed script's name, if there is one that runs the command of `project`. */
export function findCommand(script: string, project: string = PROJECT): string {
  const isOurs = existsSync(script) && readFileSync(script, "utf8").includes(`=${project}\n`);
  return isOurs ? "requests" : "npm run -s requests --";
}
