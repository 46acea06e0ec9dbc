import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of a program, or undefined; servers are not always in PATH. */
export function installed(program: string): string | undefined {
  const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/sbin"];
  return folders.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
