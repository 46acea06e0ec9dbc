import type { Draft, Problem } from "../domain/data-requirement.ts";

/** What the page says to a visitor without script whose request was not stored. */
export type RequestAnswer = { draft: Draft; problems: Problem[]; message: string | null };

/** Renders that page, everything typed still in its form. */
export type RenderRequestPage = (answer: RequestAnswer) => Promise<string>;

/** Stands in where the build has made no page of its own. */
export async function renderPlainRequestPage(answer: RequestAnswer): Promise<string> {
  const lines = answer.problems.map(({ field, kind }) => `${field}: ${kind}`);
  const items = [answer.message ?? "Some fields need another look.", ...lines];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Your request was not sent</title>
<h1>Your request was not sent</h1>
<ul>${items.map((item) => `<li>${escapeHtml(item)}</li>`).join("")}</ul>
<p>Go back to find what you typed.</p>
</html>
`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
