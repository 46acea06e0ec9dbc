import { REPLY_PROMISE_HOURS } from "../../domain/data-requirement.ts";

/** As the specification has it, whatever the source of the page says. */
export const SUBMITTED = `Your data requirements have been submitted! We'll get back to you within ${REPLY_PROMISE_HOURS} hours.`;
