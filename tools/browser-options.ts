import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

/** Launch options for `CHROMIUM_PATH`, npm's Chromium on x64 Linux, or an installed Chrome. */
export function browserOptions() {
  const { CHROMIUM_PATH: executablePath, ...env } = process.env;
  if (executablePath) return { executablePath };
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" as const };
  const folder = unpackBrowser(new URL("../", import.meta.resolve("@sparticuz/chromium")));
  const fonts = existsSync("/etc/fonts") ? {} : { FONTCONFIG_FILE: join(folder, "fonts.conf") };
  return {
    executablePath: join(folder, "chromium"),
    // Includes shared libraries, which bare machines lack.
    env: { ...env, ...fonts, LD_LIBRARY_PATH: join(folder, "lib") },
  };
}

/**
 * Unpacks a version of `@sparticuz/chromium` into a folder of its own, and returns the folder. The package itself unpacks
 * all versions to one path, and reuses a file that an interrupted run left there.
 */
export function unpackBrowser(packageUrl: URL): string {
  const source = fileURLToPath(packageUrl);
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(tmpdir(), `chromium-${version}`);
  if (existsSync(folder)) return folder;
  const unfinished = mkdtempSync(`${folder}-`);
  for (const name of readdirSync(join(source, "bin"))) {
    const content = brotliDecompressSync(readFileSync(join(source, "bin", name)));
    if (name.endsWith(".tar.br")) {
      execFileSync("tar", ["-x", "-C", unfinished], { input: content });
    } else {
      writeFileSync(join(unfinished, "chromium"), content, { mode: 0o700 });
    }
  }
  // The package's own file names a fixed folder.
  const fonts = `<fontconfig><dir>${folder}/fonts</dir></fontconfig>`;
  writeFileSync(join(unfinished, "fonts.conf"), fonts);
  try {
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
    rmSync(unfinished, { recursive: true });
  }
  return folder;
}
