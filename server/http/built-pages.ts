import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { BuiltPages, RequestPageContent } from "../../domain/wire/built-pages.ts";

/** Renders a page that the server itself responds with. */
export type RenderRequestPage = (content: RequestPageContent) => Promise<string>;

/** The built page, rendered into the built shell; rejects if there is no build. */
export async function loadRequestPage(buildFolder: string): Promise<RenderRequestPage> {
  const shell = await readFile(join(buildFolder, "shell.html"), "utf8");
  const url = pathToFileURL(join(buildFolder, "pages.js")).href;
  const { renderRequestPage } = (await import(url)) as BuiltPages;
  return (content) => renderRequestPage(content, shell);
}
