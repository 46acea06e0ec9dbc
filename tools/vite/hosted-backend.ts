type Variables = Record<string, string | undefined>;

/**
 * Reads from the build's variables where a static build sends requests: the URL of PostgREST's
 * tables, or null for the server that the page comes from. Throws a sentence for an invalid value.
 */
export function readRestUrl(variables: Variables): string | null {
  const { VITE_SUPABASE_PUBLISHABLE_KEY: key } = variables;
  if (key && isSecret(key)) {
    throw new Error(
      "VITE_SUPABASE_PUBLISHABLE_KEY has a secret key, which would let every visitor read all " +
        "requests: set the project's publishable key (Settings, API keys), and replace the secret " +
        "key if it was ever published.",
    );
  }
  const url = readUrl(variables);
  if (key && url === null) {
    throw new Error(
      "VITE_SUPABASE_PUBLISHABLE_KEY needs an address beside it: set VITE_SUPABASE_URL, or neither.",
    );
  }
  if (!key && variables["VITE_SUPABASE_URL"]) {
    throw new Error(
      "VITE_SUPABASE_URL needs VITE_SUPABASE_PUBLISHABLE_KEY beside it: the project's publishable " +
        "key (Settings, API keys).",
    );
  }
  return url;
}

function readUrl(variables: Variables): string | null {
  const { VITE_SUPABASE_URL: supabase, VITE_POSTGREST_URL: postgrest } = variables;
  if (supabase && postgrest) {
    throw new Error("Set VITE_SUPABASE_URL or VITE_POSTGREST_URL, not both.");
  }
  if (postgrest) {
    const url = parse(postgrest);
    if (url) return url.href.replace(/\/+$/, "");
    throw new Error(
      "VITE_POSTGREST_URL must be the address that PostgREST's tables are under, such as " +
        `https://api.example.com, but is "${postgrest}".`,
    );
  }
  if (!supabase) return null;
  const url = parse(supabase);
  if (url && /^\/(rest\/v1\/?)?$/.test(url.pathname)) return `${url.origin}/rest/v1`;
  throw new Error(
    "VITE_SUPABASE_URL must be a project's address, such as https://YOUR-PROJECT.supabase.co, but " +
      `is "${supabase}"; for a PostgREST of your own set VITE_POSTGREST_URL.`,
  );
}

function parse(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const usable = url && /^https?:$/.test(url.protocol) && url.search + url.hash === "";
  return usable ? url : undefined;
}

/** Supabase's keys that row level security does not hold back; the older ones are JWTs. */
function isSecret(key: string): boolean {
  if (key.startsWith("sb_secret_")) return true;
  const [, payload = ""] = key.split(".");
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    return (claims as { role?: unknown } | null)?.role === "service_role";
  } catch {
    return false;
  }
}
