import { FORM_PATH, REST_PREFIX } from "../../../contract/addresses.ts";
import type { Backend } from "./submit-requirement.ts";

const { VITE_REST_URL, VITE_SUPABASE_PUBLISHABLE_KEY } = import.meta.env;

/** Whether the page is served by our own server, which also takes forms sent without script. */
export const isOwnServer = !VITE_REST_URL;

/**
 * A form's attributes for a submit without script. It posts to our server; on a static host it does
 * nothing, so that no input is lost, and names the backend for `npm run probe`.
 */
export const NATIVE_SUBMIT = isOwnServer
  ? { method: "post", action: FORM_PATH }
  : {
      method: "dialog",
      "data-rest-url": VITE_REST_URL,
      "data-publishable-key": VITE_SUPABASE_PUBLISHABLE_KEY,
    };

/** The hosted backend of the build, or the server that the page came from. */
export function backend(): Backend {
  return {
    url: VITE_REST_URL || new URL(REST_PREFIX, location.origin).href,
    publishableKey: VITE_SUPABASE_PUBLISHABLE_KEY,
  };
}
