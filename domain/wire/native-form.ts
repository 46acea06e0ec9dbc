/** What the page's form and our server agree on for a form that is posted without script. */

/** Where the form is posted to. */
export const FORM_PATH = "/request";

/** The honeypot's name: a field that people do not see, filled in by a bot, or by autofill. */
export const HONEYPOT = "leave_empty";
