/** Texts of the submit button. The first script has them, too, so here are constants only: see `site/flags.ts`. */
export const SUBMIT = "Submit request";
export const SUBMITTING = "Submitting...";
