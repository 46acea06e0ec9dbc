import { FORM_PATH, REST_PREFIX } from "../../../contract/addresses.ts";
import type { Backend } from "./submit-requirement.ts";

const { VITE_REST_URL, VITE_SUPABASE_PUBLISHABLE_KEY } = import.meta.env;

/** Our own server also takes forms that are sent without script; a static host does not. */
export const WORKS_WITHOUT_SCRIPT = !VITE_REST_URL;

/**
 * A form's attributes for a submit without script. It posts to our server; on a static host it does
 * nothing, so that no input is lost, and names the backend for `npm run probe`.
 */
export const NATIVE_SUBMIT = WORKS_WITHOUT_SCRIPT
  ? { method: "post", action: FORM_PATH }
  : {
      method: "dialog",
      "data-rest-url": VITE_REST_URL,
      "data-publishable-key": VITE_SUPABASE_PUBLISHABLE_KEY,
    };

/** The hosted backend of the build, or the server that the page came from. */
export function pageBackend(): Backend {
  return {
    url: VITE_REST_URL || new URL(REST_PREFIX, location.origin).href,
    publishableKey: VITE_SUPABASE_PUBLISHABLE_KEY,
  };
}
