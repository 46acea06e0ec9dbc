import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { chromium } from "@playwright/test";

const CHROME = [
  "/usr/bin/chromium",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/**
 * The path of the Chromium of all tests, measurements and pictures: `CHROMIUM_PATH`, or the one that npm installs.
 * Where that does not run, an installed Chrome, or Playwright's own.
 */
export function findBrowser(): string {
  if (process.env["CHROMIUM_PATH"]) return process.env["CHROMIUM_PATH"];
  if (process.platform === "linux" && process.arch === "x64") return unpackBrowser();
  return CHROME.find((path) => existsSync(path)) ?? chromium.executablePath();
}

/** Unpacks the package's browser beside it, unless that has been done. It takes some seconds, and 250 MB. */
function unpackBrowser(): string {
  const manifest = new URL("../package.json", import.meta.resolve("@sparticuz/chromium"));
  const { version } = JSON.parse(readFileSync(manifest, "utf8")) as { version: string };
  const folder = fileURLToPath(new URL(`../../.cache/chromium-${version}`, manifest));
  if (!existsSync(folder)) {
    // The package takes what it finds in the folder for temporary files: it gets an empty one. The folder has
    // its name only when it is complete, since another program may look for it at the same time.
    const incomplete = `${folder}-${process.pid}`;
    mkdirSync(incomplete, { recursive: true });
    const unpack = "import('@sparticuz/chromium').then(({ default: one }) => one.executablePath())";
    // On Amazon's hosts it also unpacks the libraries that a bare machine lacks.
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

/** The machine's fonts, and one for a machine without. */
const FONTS = `<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<dir prefix="relative">fonts</dir>
</fontconfig>
`;
