/** Where a form is posted to without script. */
export const FORM_PATH = "/request";

/** The honeypot's name: a field that people do not see, filled in by a bot, or by autofill. */
export const HONEYPOT = "leave_empty";
