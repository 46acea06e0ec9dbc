import { createHash } from "node:crypto";

import type { HeaderRule } from "../../contract/build-output.ts";

/**
 * Allows the inline styles of `pages`, which are the texts of the finished HTML files. Overlapping rules must not set the
 * same header, because hosts merge duplicates differently.
 */
export function headerRules(restUrl: string | null, pages: string[]): HeaderRule[] {
  return [
    {
      path: "/*",
      headers: {
        "Content-Security-Policy": contentSecurityPolicy(restUrl, pages),
        "X-Content-Type-Options": "nosniff",
        "Referrer-Policy": "strict-origin-when-cross-origin",
        "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
        "Cross-Origin-Opener-Policy": "same-origin",
        "Strict-Transport-Security": "max-age=63072000",
      },
    },
    {
      path: "/assets/*",
      headers: { "Cache-Control": "public, max-age=31536000, immutable" },
    },
  ];
}

export function headersFile(rules: HeaderRule[]): string {
  return rules
    .map(({ path, headers }) => {
      const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
      return [path, ...lines, ""].join("\n");
    })
    .join("\n");
}

export function vercelFile(rules: HeaderRule[]): string {
  const headers = rules.map((rule) => ({
    source: rule.path.replace("*", "(.*)"),
    headers: Object.entries(rule.headers).map(([key, value]) => ({ key, value })),
  }));
  return `${JSON.stringify({ headers }, null, 2)}\n`;
}

function contentSecurityPolicy(restUrl: string | null, pages: string[]): string {
  const backend = restUrl ? ` ${new URL(restUrl).origin}` : "";
  return [
    "default-src 'none'",
    "script-src 'self'",
    ["style-src 'self'", ...new Set(pages.flatMap(hashInlineStyles))].join(" "),
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${backend}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function hashInlineStyles(html: string): string[] {
  return Array.from(html.matchAll(/<style\b[^>]*>(.*?)<\/style>/gis), ([, text = ""]) => {
    const hash = createHash("sha256").update(text).digest("base64");
    return `'sha256-${hash}'`;
  });
}
