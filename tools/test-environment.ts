import { chmodSync, mkdirSync, mkdtempSync, rmSync, statfsSync } from "node:fs";
import { join, resolve } from "node:path";

/** Variables that reach a test. All others are the machine's or its user's own, and must not matter. */
const KEPT = [
  "PATH",
  "CHROMIUM_PATH",
  "STRICT_TESTS",
  // Set by the command lines of Vitest and Playwright themselves.
  "VITEST",
  "PWDEBUG",
  // For `npx playwright test --headed`.
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "XDG_RUNTIME_DIR",
];

/**
 * Replaces this process's environment, which the tests' processes inherit. Every configuration of a test runner calls this
 * first. Home and temporary files are in a folder that is removed when the process exits.
 */
export function isolateEnvironment(): void {
  // Workers of Playwright load the configuration again.
  if (process.env[MARK] !== undefined && process.env[MARK] === process.env["TMPDIR"]) return;
  const folder = createFolder();
  process.on("exit", () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const kept = KEPT.map((name) => [name, process.env[name]] as const);
  for (const name of Object.keys(process.env)) delete process.env[name];
  for (const [name, value] of kept) if (value !== undefined) process.env[name] = value;
  Object.assign(process.env, {
    [MARK]: folder,
    HOME: folder,
    TMPDIR: folder,
    TZ: "UTC",
    LC_ALL: "C.UTF-8",
    NODE_ENV: "test",
    // Halves the CPU time of a server's start.
    NODE_COMPILE_CACHE: join(folder, "compile-cache"),
  });
  process.umask(0o022);
}

const MARK = "TEST_FOLDER";

const ENOUGH_BYTES = 1024 ** 3;

/** Prefers the system's folders to the project's, because root's PostgreSQL and nginx run as users who may not read it. */
function createFolder(): string {
  const project = resolve(".cache");
  mkdirSync(project, { recursive: true });
  const parent = ["/tmp", "/var/tmp"].find(isSuitable) ?? project;
  const folder = mkdtempSync(join(parent, "tests-"));
  // Other users may enter, but not list it.
  chmodSync(folder, 0o711);
  return folder;
}

function isSuitable(parent: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(parent);
    rmSync(mkdtempSync(join(parent, "tests-")), { recursive: true });
    return bavail * bsize > ENOUGH_BYTES;
  } catch {
    return false;
  }
}
