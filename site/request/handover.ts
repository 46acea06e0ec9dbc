/**
 * How the page's first script and the forms' own script meet: the names of both. Only constants, which
 * the build inlines into both scripts; it rejects any other module that would run twice.
 */

/** An element that React hydrates; its value is the island's name. */
export const ISLAND = "data-island";

/** A form that React handles: from then on the first script leaves its submits alone. */
export const HYDRATED = "data-hydrated";

/** A link or button that leads to a form: pointing at it or focusing it fetches the forms' script. */
export const LOADS_FORM = "data-loads-form";

/** The hidden notice of a form whose script failed, by loading or by an exception. */
export const FAILED_NOTICE = "data-failed-notice";

/** What a form shows at its end, before it is hydrated and after. */
export const SUBMIT = "Submit request";
export const SUBMITTING = "Submitting...";
export const SENDING = "Sending your request…";
