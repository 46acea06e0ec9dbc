import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export function isInstalled(command: string): boolean {
  const folders = (process.env["PATH"] ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, command)));
}

/** The first thing a program says that matches; the rest is read and forgotten. */
export async function heard(output: Readable | null, pattern: RegExp): Promise<string> {
  if (!output) throw new Error("The program's output is not read.");
  for await (const line of createInterface({ input: output })) {
    const [, words] = pattern.exec(line) ?? [];
    if (words === undefined) continue;
    output.resume();
    return words;
  }
  throw new Error(`The program ended and never said ${pattern}.`);
}

export async function end(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return;
  const gone = once(program, "exit");
  program.kill("SIGTERM");
  await gone;
}
