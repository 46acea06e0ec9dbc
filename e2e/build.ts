import { rm } from "node:fs/promises";

import { buildCopy } from "../test-support/e2e/variant.ts";

/** Playwright's global setup: builds the current source. */
export default async function build(): Promise<() => Promise<void>> {
  const folder = await buildCopy();
  process.env["BUILT_COPY"] = folder;
  return () => rm(folder, { recursive: true });
}
