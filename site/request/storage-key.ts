/**
 * Where the draft is kept, for this tab alone: nobody's name stays behind on a shared computer.
 * In a module of its own, so that the page's first script need not share more with the form's.
 */
export const STORAGE_KEY = "data-requirement-draft";
