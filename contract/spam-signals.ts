export const HONEYPOT = "leave_empty";

/** Header with a `ReportedReason`. In lower case, as PostgREST passes it to the database. */
export const SPAM_REASON_HEADER = "spam-reason";
