import type { FastifyReply, FastifyRequest } from "fastify";

import { findProblems, toDataRequirement } from "../domain/data-requirement.ts";
import { checkRequirement } from "./check-requirement.ts";
import { formKey, isFromOwnPage, readForm } from "./form-post.ts";
import type { PageVisits } from "./page-visits.ts";
import type { RateLimit } from "./rate-limit.ts";
import type { RenderRequestPage, RequestAnswer } from "./request-page.ts";
import { StoreUnavailable, type RequestStore } from "./store.ts";

/** How a browser without script sends a form. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

export type FormContext = {
  renderRequestPage: RenderRequestPage;
  visits: PageVisits;
  pageHeaders: Record<string, string>;
  now: () => number;
};

const SENT = "/#request-sent";

const MESSAGES = {
  foreign: "This form was sent from another site. Send it from here.",
  trapped: "A field that people leave empty was filled in. Send the form again.",
  tooFast: "That was faster than people type. Send the form again.",
  tooMany: "Too many requests from your network. Send the form again in a minute.",
  unstorable: "The form holds characters that cannot be stored. Take them out and send it again.",
  unavailable: "Your request could not be stored just now. Send it again in a moment.",
};

/** Answers the form of the page without script: off to the thanks, or the page with what is wrong. */
export async function answerForm(
  context: FormContext & { insert: RequestStore["insert"]; rateLimit: RateLimit },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { draft, trapped } = readForm(Buffer.isBuffer(request.body) ? request.body.toString() : "");
  const answer = async (status: number, told: Partial<RequestAnswer>) => {
    const page = { draft, problems: [], message: null, ...told };
    const html = await context.renderRequestPage(page);
    reply.code(status).headers(context.pageHeaders);
    return reply.header("cache-control", "no-store").type("text/html; charset=utf-8").send(html);
  };
  if (!isFromOwnPage(request.headers, request.host)) {
    return answer(403, { message: MESSAGES.foreign });
  }
  if (trapped) return answer(422, { message: MESSAGES.trapped });
  if (context.visits.isTooFast(request.ip)) return answer(422, { message: MESSAGES.tooFast });
  const problems = findProblems(draft);
  if (problems.length > 0) return answer(422, { problems });
  const requirement = toDataRequirement(draft);
  if (checkRequirement(requirement).kind === "refused") {
    return answer(422, { message: MESSAGES.unstorable });
  }
  const wait = context.rateLimit(request.ip);
  if (wait > 0) {
    reply.header("retry-after", String(wait));
    return answer(429, { message: MESSAGES.tooMany });
  }
  try {
    // Stored now or by the first of two clicks: either way it is there.
    await context.insert(requirement, formKey(requirement, context.now()));
    return reply.redirect(SENT, 303);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
    request.log.error({ reason: error.message }, "a request could not be stored");
    reply.header("retry-after", "5");
    return answer(503, { message: MESSAGES.unavailable });
  }
}
