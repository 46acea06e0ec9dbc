/**
 * Shared by the first-load script and the form's script. Only constants: the build inlines those
 * into both, and rejects any other module that would run twice.
 */

/** Storage key of the draft, in this tab only: no name stays behind on a shared computer. */
export const STORAGE_KEY = "data-requirement-draft";

export const SUBMITTING = "Submitting...";
export const SENDING = "Sending your request…";
export const CONNECTION_ERROR = "Connection error. Please check the backend configuration.";
