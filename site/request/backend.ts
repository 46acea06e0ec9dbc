import type { Backend } from "./submit-request.ts";

const { VITE_SUPABASE_URL, VITE_SUPABASE_PUBLISHABLE_KEY } = import.meta.env;

/** Whether the page is served by our own server, which also takes forms sent without script. */
export const isOwnServer = !VITE_SUPABASE_URL;

/** The hosted backend that the build was given, else the server that the page came from. */
export function backend(): Backend {
  return {
    url: new URL("/rest/v1", VITE_SUPABASE_URL || location.origin).href,
    publishableKey: VITE_SUPABASE_PUBLISHABLE_KEY,
  };
}
