/**
 * Reads from the build's variables where a static build sends requests: the URL of PostgREST's
 * tables, or null for the server that the page comes from. Throws a sentence for an invalid value.
 */
export function readRestUrl(variables: Record<string, string | undefined>): string | null {
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
