import { expect, test } from "vitest";

import { headerRules, headersFile, vercelFile } from "./headers.ts";

const rules = headerRules("https://project.example.com/rest/v1");

test("the page may run its own script files and no others, and connect to its hosted backend", () => {
  const policy = ourHeaders("/")["Content-Security-Policy"];
  expect(policy).toContain("; script-src 'self'; ");
  expect(policy).toContain("; connect-src 'self' https://project.example.com; ");
});

test("no other site may show the page in a frame, or take its forms", () => {
  const policy = ourHeaders("/")["Content-Security-Policy"];
  expect(policy).toMatch(/; frame-ancestors 'none'$/);
  expect(policy).toContain("; form-action 'self'; ");
});

test.each(["/", "/favicon.svg", "/assets/a/photo.avif"])(
  "on Netlify, Cloudflare Pages and Vercel %s has the headers of our server",
  (path) => {
    expect(readUnderscoreHeaders(headersFile(rules), path)).toEqual(ourHeaders(path));
    expect(readVercel(vercelFile(rules), path)).toEqual(ourHeaders(path));
  },
);

function ourHeaders(path: string): Record<string, string> {
  const matching = rules.filter((rule) => path.startsWith(rule.path.slice(0, -1)));
  return Object.assign({}, ...matching.map(({ headers }) => headers)) as Record<string, string>;
}

/** Reads `_headers` as https://docs.netlify.com/routing/headers/ explains it. */
function readUnderscoreHeaders(text: string, path: string): Record<string, string> {
  const found: Record<string, string> = {};
  let matches = false;
  for (const line of text.split("\n")) {
    const [name = "", ...value] = line.trim().split(": ");
    if (line.startsWith("/")) matches = path.startsWith(line.replace(/\*$/, ""));
    else if (matches && name !== "") found[name] = value.join(": ");
  }
  return found;
}

/** Reads `vercel.json`, whose sources are regular expressions for the paths that we use. */
function readVercel(text: string, path: string): Record<string, string> {
  type Rule = { source: string; headers: { key: string; value: string }[] };
  const { headers } = JSON.parse(text) as { headers: Rule[] };
  const matching = headers.filter(({ source }) => new RegExp(`^${source}$`).test(path));
  return Object.fromEntries(
    matching.flatMap((rule) => rule.headers.map(({ key, value }) => [key, value])),
  );
}
