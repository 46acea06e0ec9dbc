import { FORM_PATH, REST_PREFIX } from "../../../contract/routes.ts";
import type { Backend } from "./submit-requirement.ts";

const { VITE_REST_URL, VITE_SUPABASE_PUBLISHABLE_KEY } = import.meta.env;

/** Our server stores an idempotency key only once, and accepts forms posted without JavaScript. */
export const IS_OWN_SERVER = !VITE_REST_URL;

/**
 * Without JavaScript, a form posts to our server. On a static host, submitting does nothing, so that no input is lost.
 * There, `npm run probe` reads the backend's URL and key from the form's data attributes.
 */
export const NATIVE_SUBMIT = IS_OWN_SERVER
  ? { method: "post", action: FORM_PATH }
  : {
      method: "dialog",
      "data-rest-url": VITE_REST_URL,
      "data-publishable-key": VITE_SUPABASE_PUBLISHABLE_KEY,
    };

export function pageBackend(): Backend {
  return {
    url: VITE_REST_URL || new URL(REST_PREFIX, location.origin).href,
    publishableKey: VITE_SUPABASE_PUBLISHABLE_KEY,
    isOwnServer: IS_OWN_SERVER,
  };
}
