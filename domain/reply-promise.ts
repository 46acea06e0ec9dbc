/** How soon the provider promises to reply, and the sentences that say so. */

/** PostgreSQL's default of `reply_due` contains this number, too. */
export const REPLY_PROMISE_HOURS = 24;

export const REPLY_PROMISE = `We'll reply within ${REPLY_PROMISE_HOURS} hours.`;

/** Beside a button. */
export const SHORT_REPLY_PROMISE = `A reply within ${REPLY_PROMISE_HOURS} hours.`;

export const SUCCESS = `Your data requirements have been submitted! We'll get back to you within ${REPLY_PROMISE_HOURS} hours.`;

/** Names the day in the reader's time zone: "We'll reply within 24 hours, by Saturday 28 November." */
export function describeReplyDue(replyDue: Date): string {
  // Formats each part separately, because engines differ in the commas of the full format.
  const part = (options: Intl.DateTimeFormatOptions) =>
    replyDue.toLocaleDateString("en-GB", options);
  const day = `${part({ weekday: "long" })} ${part({ day: "numeric" })}\u00a0${part({ month: "long" })}`;
  return `We'll reply within ${REPLY_PROMISE_HOURS} hours, by ${day}.`;
}
