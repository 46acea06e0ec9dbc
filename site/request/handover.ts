/**
 * The names that the first script and the forms' script share. Constants only: the build inlines them into
 * both scripts, and fails if the scripts share any other module, which would run twice.
 */

/** An element that React hydrates; its value is the island's name. */
export const ISLAND = "data-island";

/** A form that React handles: the first script ignores its submits. */
export const HYDRATED = "data-hydrated";

/** A link or button that leads to a form: pointing at it or focusing it fetches the forms' script. */
export const LOADS_FORM = "data-loads-form";

/** The hidden notice of a form, shown when its script does not load or throws. */
export const FAILED_NOTICE = "data-failed-notice";

/** Texts of the submit button and of the status beside it, which both scripts write. */
export const SUBMIT = "Submit request";
export const SUBMITTING = "Submitting...";
export const SENDING = "Sending your request…";
