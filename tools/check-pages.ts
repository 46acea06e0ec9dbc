/**
 * Part of `npm run check`: renders the pages as a build does. This fails if a component outside of an island needs one, or
 * if a link leads nowhere.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import { createBuilder } from "vite";

import { PAGES, type BuiltPages } from "../contract/build-output.ts";

const folder = await mkdtemp(join(tmpdir(), "check-pages-"));
try {
  const builder = await createBuilder({
    logLevel: "error",
    environments: { ssr: { build: { outDir: folder } } },
  });
  const { ssr } = builder.environments;
  if (!ssr) throw new Error("There is no ssr environment.");
  await builder.build(ssr);
  const pages = (await import(pathToFileURL(join(folder, PAGES)).href)) as BuiltPages;
  await pages.renderPage("landing");
  await pages.renderPage("not-found");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true });
}
