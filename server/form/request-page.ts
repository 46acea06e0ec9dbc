import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { BuiltPages, RequestPageContent } from "../../domain/built-pages.ts";

/** Renders the page for a request that was not stored, everything entered still in its form. */
export type RenderRequestPage = (content: RequestPageContent) => Promise<string>;

/** The build's own page, rendered into the build's own shell; the plain one where there is none. */
export async function loadRequestPage(buildFolder: string): Promise<RenderRequestPage> {
  const shell = await readFile(join(buildFolder, "shell.html"), "utf8").catch(() => undefined);
  if (shell === undefined || !existsSync(join(buildFolder, PAGES))) return renderPlainRequestPage;
  const { renderRequestPage } = await importBuiltPages(buildFolder);
  return (content) => renderRequestPage(content, shell);
}

const PAGES = "pages.js";

/** Loads the pages from the build; nothing else states their type. */
export async function importBuiltPages(buildFolder: string): Promise<BuiltPages> {
  return (await import(pathToFileURL(join(buildFolder, PAGES)).href)) as BuiltPages;
}

/** For servers without a build. */
export async function renderPlainRequestPage(content: RequestPageContent): Promise<string> {
  const lines = content.problems.map(({ field, kind }) => `${field}: ${kind}`);
  const items = [content.message ?? "Please check the fields.", ...lines];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your request has not been sent</title>
<h1>Your request has not been sent</h1>
<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>
<p>Go back to what you entered.</p>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
