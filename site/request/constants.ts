/**
 * What the page's first script and the form's script share. Constants alone: the build writes those
 * into both, and refuses any other module that would run twice.
 */

/** Where the draft is kept, for this tab alone: nobody's name stays behind on a shared computer. */
export const STORAGE_KEY = "data-requirement-draft";

export const SUBMITTING = "Submitting...";
export const SENDING = "Sending your request…";
export const CONNECTION_ERROR = "Connection error. Please check the backend configuration.";
