export const HONEYPOT = "leave_empty";

/** Its value is a `ReportedReason`; a request without one has no such header. In lower case, as PostgREST passes it to the database. */
export const SPAM_REASON_HEADER = "spam-reason";
