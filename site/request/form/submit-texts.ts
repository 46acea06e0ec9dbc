/**
 * Texts of the submit button and of the status beside it. The first script shows them, too, until React runs;
 * so this module may have nothing but constants, as `site/data-attributes.ts`.
 */
export const SUBMIT = "Submit request";
export const SUBMITTING = "Submitting...";
export const SENDING = "Sending your request…";
