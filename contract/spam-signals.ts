export const HONEYPOT = "leave_empty";

/** Request header for a `ReportedReason`, in lower case because PostgREST passes header names that way. */
export const SPAM_REASON_HEADER = "spam-reason";
