import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { brotliCompressSync } from "node:zlib";

import { afterEach, beforeEach, expect, test } from "vitest";

import { unpackBrowser } from "./browser-options.ts";

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "browser-"));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

test("an unpacking that fails leaves nothing, and the next one returns the whole browser", () => {
  const whole = brotliCompressSync("the browser".repeat(1_000));
  const source = createPackage("1.0.0", whole.subarray(0, 10));
  expect(() => unpackBrowser(source, folder)).toThrow();
  expect(readdirSync(folder)).toEqual(["package-1.0.0"]);
  writeFileSync(new URL("bin/chromium.br", source), whole);
  expect(readBrowser(source)).toBe("the browser".repeat(1_000));
});

test("two versions of the browser are unpacked beside each other", () => {
  const [older, newer] = ["1.0.0", "2.0.0"].map((version) =>
    createPackage(version, brotliCompressSync(version)),
  );
  expect([older, newer, older].map((source) => source && readBrowser(source))).toEqual([
    "1.0.0",
    "2.0.0",
    "1.0.0",
  ]);
});

function createPackage(version: string, browser: Uint8Array): URL {
  const source = pathToFileURL(`${join(folder, `package-${version}`)}/`);
  mkdirSync(new URL("bin", source), { recursive: true });
  writeFileSync(new URL("package.json", source), JSON.stringify({ version }));
  writeFileSync(new URL("bin/chromium.br", source), browser);
  return source;
}

function readBrowser(source: URL): string {
  return readFileSync(join(unpackBrowser(source, folder), "chromium"), "utf8");
}
