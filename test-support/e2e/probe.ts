import { execFile } from "node:child_process";

/** Runs `npm run probe` on a deployed page, with settings of its own. */
export function runProbe(
  args: string[],
  env: NodeJS.ProcessEnv = {},
): Promise<{ status: number; output: string; failures: string[]; warnings: string[] }> {
  return new Promise((resolve) => {
    const command = ["probe/main.ts", ...args];
    const options = { env: { PATH: process.env["PATH"], ...env } };
    const child = execFile(process.execPath, command, options, (_error, stdout, stderr) => {
      const output = stdout + stderr;
      const linesOf = (kind: string) => output.split("\n").filter((line) => line.startsWith(kind));
      const [failures, warnings] = [linesOf("failed"), linesOf("warning")];
      resolve({ status: child.exitCode ?? -1, output, failures, warnings });
    });
  });
}
