import { expect, test } from "vitest";

import type { HeaderRule } from "../../contract/build-output.ts";
import { headerRules, headersFile, vercelFile } from "./headers.ts";

test("the page may run its own script files and no others, and connect to its hosted backend", () => {
  const policy = policyOf("https://project.example.com/rest/v1");
  expect(policy).toContain("; script-src 'self'; ");
  expect(policy).toContain("; connect-src 'self' https://project.example.com; ");
});

test("the pages may use their own inline styles, and no others", () => {
  const [first, second] = ["<style>a{}</style>", "<style>\n</style>"];
  // Made with `openssl dgst -sha256 -binary | base64`.
  expect(policyOf(null, [first + second, second])).toContain(
    "; style-src 'self' " +
      "'sha256-X1RutGBrXCt9KkSaXMK7tHftWiRscFHOhxsS8tv8hBk=' " +
      "'sha256-AbpHGcgLb+kRsJGnwFEktk7uzpZOCcBY74+YBdrKVGs='; ",
  );
});

test("no other site may show the page in a frame or receive its forms", () => {
  expect(policyOf(null)).toMatch(/; frame-ancestors 'none'$/);
  expect(policyOf(null)).toContain("; form-action 'self'; ");
});

const RULES: HeaderRule[] = [
  { path: "/*", headers: { "X-A": "1", "X-B": "2" } },
  { path: "/assets/*", headers: { "X-C": "3" } },
];

// https://docs.netlify.com/manage/routing/headers/
test("Netlify and Cloudflare Pages get the headers of our server", () => {
  expect(headersFile(RULES)).toBe("/*\n  X-A: 1\n  X-B: 2\n\n/assets/*\n  X-C: 3\n");
});

// https://vercel.com/docs/project-configuration#headers
test("Vercel gets the headers of our server", () => {
  expect(JSON.parse(vercelFile(RULES))).toEqual({
    headers: [
      {
        source: "/(.*)",
        headers: [
          { key: "X-A", value: "1" },
          { key: "X-B", value: "2" },
        ],
      },
      { source: "/assets/(.*)", headers: [{ key: "X-C", value: "3" }] },
    ],
  });
});

function policyOf(restUrl: string | null, pages: string[] = []): string | undefined {
  return headerRules(restUrl, pages)[0]?.headers["Content-Security-Policy"];
}
