import { execFile } from "node:child_process";

/** `problem` is the probe's standard error. */
export function runProbe(
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ status: number; output: string; problem: string }> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env } };
    const command = ["probe/main.ts", ...args];
    const child = execFile(process.execPath, command, options, (_error, output, stderr) => {
      resolve({ status: child.exitCode ?? -1, output, problem: stderr.trim() });
    });
  });
}
