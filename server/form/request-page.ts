import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

import type { Draft, Problem } from "../../domain/data-requirement.ts";

/** What the page shows a visitor without script whose request was not stored. */
export type RequestPageContent = { draft: Draft; problems: Problem[]; message: string | null };

/** Renders that page, everything entered still in its form. */
export type RenderRequestPage = (content: RequestPageContent) => Promise<string>;

/** What the build's own code for that page exports (`site/prerender/pages.tsx`). */
type BuiltPages = {
  renderRequestPage: (content: RequestPageContent, shell: string) => Promise<string>;
};

/** The build's own page, rendered into the build's own shell; the plain one where there is none. */
export async function loadRequestPage(buildFolder: string): Promise<RenderRequestPage> {
  const pages = join(buildFolder, "pages.js");
  const shell = await readFile(join(buildFolder, "shell.html"), "utf8").catch(() => undefined);
  if (shell === undefined || !existsSync(pages)) return renderPlainRequestPage;
  const { renderRequestPage } = (await import(pathToFileURL(pages).href)) as BuiltPages;
  return (content) => renderRequestPage(content, shell);
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
