import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";

import packedBrowser, { inflate } from "@sparticuz/chromium";

const LIBRARIES = new URL("../bin/al2023.tar.br", import.meta.resolve("@sparticuz/chromium"));

/** Launch options for `CHROMIUM_PATH`, npm's Chromium on x64 Linux, or an installed Chrome. */
export async function browserOptions() {
  const { CHROMIUM_PATH: executablePath, ...env } = process.env;
  if (executablePath) return { executablePath };
  if (process.platform !== "linux" || process.arch !== "x64") return { channel: "chrome" as const };
  // Outside AWS Lambda, `executablePath` does not unpack the shared libraries, which bare machines lack.
  const libraries = await inflate(fileURLToPath(LIBRARIES));
  const fonts = existsSync("/etc/fonts") ? {} : { FONTCONFIG_PATH: `${tmpdir()}/fonts` };
  return {
    executablePath: await packedBrowser.executablePath(),
    env: { ...env, ...fonts, LD_LIBRARY_PATH: `${libraries}/lib` },
  };
}
