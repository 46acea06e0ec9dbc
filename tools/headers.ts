/**
 * The one source of every response header of the built site. The build writes it to
 * `dist/_headers`, which static hosts read as it is and our server applies too.
 */
export function headersFile(supabaseUrl: string | undefined): string {
  const everywhere = {
    "Content-Security-Policy": contentSecurityPolicy(supabaseUrl),
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "strict-origin-when-cross-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Strict-Transport-Security": "max-age=63072000",
  };
  return [
    section("/*", everywhere),
    section("/assets/*", { "Cache-Control": "public, max-age=31536000, immutable" }),
  ].join("\n");
}

function contentSecurityPolicy(supabaseUrl: string | undefined): string {
  const backend = supabaseUrl ? ` ${new URL(supabaseUrl).origin}` : "";
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "font-src 'self'",
    `connect-src 'self'${backend}`,
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join("; ");
}

function section(path: string, headers: Record<string, string>): string {
  const lines = Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`);
  return [path, ...lines, ""].join("\n");
}
