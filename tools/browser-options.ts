import { execFileSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliDecompressSync } from "node:zlib";

/** The packages of the fonts that a browser in the tests finds. Arimo has the widths of Arial. */
const FONTS = {
  Arimo: import.meta.resolve("@expo-google-fonts/arimo/package.json"),
  DejaVu: import.meta.resolve("dejavu-fonts-ttf/package.json"),
};

/**
 * Launch options for `CHROMIUM_PATH`, npm's Chromium on x64 Linux, or an installed Chrome. On Linux, the browser finds one family of
 * fonts, whatever the machine has.
 */
export function browserOptions(fonts: keyof typeof FONTS = "Arimo") {
  const env = { ...process.env, FONTCONFIG_FILE: writeFontConfig(FONTS[fonts]) };
  const { CHROMIUM_PATH: executablePath } = process.env;
  if (executablePath) return { executablePath, env };
  if (process.platform !== "linux" || process.arch !== "x64") {
    return { channel: "chrome" as const, env };
  }
  const folder = unpackBrowser(new URL("../", import.meta.resolve("@sparticuz/chromium")));
  return {
    executablePath: join(folder, "chromium"),
    // Includes shared libraries, which bare machines lack.
    env: { ...env, LD_LIBRARY_PATH: join(folder, "lib") },
  };
}

function writeFontConfig(packageUrl: string): string {
  const fonts = dirname(fileURLToPath(packageUrl));
  const folder = mkdtempSync(join(tmpdir(), "fonts-"));
  const file = join(folder, "fonts.conf");
  const folders = `<dir>${escapeXml(fonts)}</dir><cachedir>${escapeXml(folder)}</cachedir>`;
  writeFileSync(file, `<fontconfig>${folders}</fontconfig>`);
  return file;
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}

/**
 * Unpacks a version of `@sparticuz/chromium` into a folder of its own in the project, and returns the folder. The package itself
 * unpacks all versions to one path that all users share, and reuses a file that an interrupted run left there.
 */
export function unpackBrowser(packageUrl: URL, parent = resolve("node_modules/.cache")): string {
  const source = fileURLToPath(packageUrl);
  const { version } = JSON.parse(readFileSync(join(source, "package.json"), "utf8")) as {
    version: string;
  };
  const folder = join(parent, `chromium-${version}`);
  if (existsSync(folder)) return folder;
  mkdirSync(parent, { recursive: true });
  const unfinished = mkdtempSync(`${folder}-`);
  try {
    unpack(join(source, "bin"), unfinished);
    renameSync(unfinished, folder);
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    // Another process may have been faster.
    if (!existsSync(folder)) throw error;
  }
  return folder;
}

function unpack(source: string, folder: string): void {
  for (const name of readdirSync(source)) {
    const content = brotliDecompressSync(readFileSync(join(source, name)));
    if (name.endsWith(".tar.br")) execFileSync("tar", ["-x", "-C", folder], { input: content });
    else writeFileSync(join(folder, "chromium"), content, { mode: 0o755 });
  }
  chmodSync(folder, 0o755);
}
