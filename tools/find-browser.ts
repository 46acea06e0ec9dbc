import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";

const CHROME = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** Returns `CHROMIUM_PATH`, npm's Chromium on Linux x64, an installed Chrome, or Playwright's Chromium. */
export function findBrowser(): string {
  if (process.env["CHROMIUM_PATH"]) return process.env["CHROMIUM_PATH"];
  if (process.platform === "linux" && process.arch === "x64") return unpackBrowser();
  return CHROME.find((path) => existsSync(path)) ?? chromium.executablePath();
}

/** Unpacks the browser into `node_modules/.cache` only once, because that takes seconds and 250 MB. */
function unpackBrowser(): string {
  const manifest = new URL("../package.json", import.meta.resolve("@sparticuz/chromium"));
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const folder = fileURLToPath(new URL(`../../.cache/chromium-${version}`, manifest));
  if (!existsSync(folder)) {
    // Unpacks into an empty TMPDIR, because the package reuses existing files. The rename is safe for concurrent runs.
    const incomplete = `${folder}-${process.pid}`;
    mkdirSync(incomplete, { recursive: true });
    const unpack = "import('@sparticuz/chromium').then(({ default: one }) => one.executablePath())";
    // Pretends to be AWS Lambda, so that the package also unpacks shared libraries, which bare machines lack.
    const env = { ...process.env, TMPDIR: incomplete, AWS_EXECUTION_ENV: "nodejs24.x" };
    const cwd = fileURLToPath(new URL(".", import.meta.url));
    execFileSync(process.execPath, ["-e", unpack], { cwd, env });
    writeFileSync(`${incomplete}/fonts.conf`, FONTS);
    writeFileSync(`${incomplete}/start`, START, { mode: 0o755 });
    if (existsSync(folder)) rmSync(incomplete, { recursive: true });
    else renameSync(incomplete, folder);
  }
  return `${folder}/start`;
}

const START = `#!/bin/sh
here=$(dirname "$0")
export LD_LIBRARY_PATH="$here/al2023/lib" FONTCONFIG_FILE="$here/fonts.conf"
exec "$here/chromium" "$@"
`;

/** Adds the package's font to the system's fonts. */
const FONTS = `<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir prefix="relative">fonts</dir>
</fontconfig>
`;
