import type { BuiltPages } from "../domain/built-pages.ts";

/** In place of the build's own page: what to correct, as a list. */
export const renderRequestPage: BuiltPages["renderRequestPage"] = async (content) => {
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
};

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
