import type { BuiltPages } from "../domain/built-pages.ts";

/** Stands in for the build's page: says that the request was sent, or lists what to correct. */
export const renderRequestPage: BuiltPages["renderRequestPage"] = async (content) => {
  if (content.kind === "sent") return toPage("Your request has been sent", "");
  const lines = content.problems.map(({ field, kind }) => `${field}: ${kind}`);
  const items = [content.failure?.advice ?? "Please check the fields.", ...lines];
  const list = items.map((item) => `<li>${escapeHtml(item)}</li>`).join("");
  return toPage("Your request has not been sent", `<ul>${list}</ul>`);
};

function toPage(title: string, body: string): string {
  return `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1>${body}</html>`;
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
}
