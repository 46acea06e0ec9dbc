/** A null `restUrl` means our own server. */
type RestUrlResult =
  | { kind: "valid"; restUrl: string | null }
  | { kind: "invalid"; problem: string };

export function readRestUrl(variables: Record<string, string | undefined>): RestUrlResult {
  const {
    VITE_SUPABASE_URL: supabase,
    VITE_SUPABASE_PUBLISHABLE_KEY: key,
    VITE_POSTGREST_URL: postgrest,
  } = variables;
  if (key && isSecret(key)) {
    return invalid(
      "VITE_SUPABASE_PUBLISHABLE_KEY has a secret key, which would let every visitor read all " +
        "requests: set the project's publishable key (Settings, API keys), and replace the secret " +
        "key if it was ever published.",
    );
  }
  if (supabase && postgrest) {
    return invalid("Set VITE_SUPABASE_URL or VITE_POSTGREST_URL, not both.");
  }
  if (postgrest) {
    const url = parse(postgrest);
    if (url) return { kind: "valid", restUrl: url.href.replace(/\/+$/, "") };
    return invalid(
      "VITE_POSTGREST_URL must be the address that PostgREST's tables are under, such as " +
        `https://api.example.com, but is "${postgrest}".`,
    );
  }
  if (!supabase && !key) return { kind: "valid", restUrl: null };
  const url = parse(supabase ?? "");
  if (url && key && /^\/(rest\/v1\/?)?$/.test(url.pathname)) {
    return { kind: "valid", restUrl: `${url.origin}/rest/v1` };
  }
  return invalid(
    "Set VITE_SUPABASE_URL to the project's address, such as https://YOUR-PROJECT.supabase.co, and " +
      "VITE_SUPABASE_PUBLISHABLE_KEY to its publishable key (Settings, API keys); for a PostgREST of " +
      "your own set VITE_POSTGREST_URL.",
  );
}

function invalid(problem: string): RestUrlResult {
  return { kind: "invalid", problem };
}

function parse(text: string): URL | null {
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) && url.search + url.hash === "" ? url : null;
}

/** Returns whether a key bypasses RLS. Legacy keys are JWTs. */
function isSecret(key: string): boolean {
  if (key.startsWith("sb_secret_")) return true;
  const [, payload = ""] = key.split(".");
  return Buffer.from(payload, "base64url").toString().includes('"service_role"');
}
