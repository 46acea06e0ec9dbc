import type { FastifyInstance, onRequestAsyncHookHandler } from "fastify";

import { FORM_PATH } from "../../../contract/routes.ts";
import { readHoneypot } from "../../../contract/spam-signals.ts";
import { findProblems, readForm, toDataRequirement } from "../../../domain/data-requirement.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import {
  describeProblem,
  explainFailure,
  explainProblems,
  type FailureKind,
  KEPT_IN_FORM,
} from "../../../domain/messages.ts";
import { findSpamReason } from "../../../domain/spam.ts";
import { acceptOnly } from "../accept-only.ts";
import type { AppContext } from "../context.ts";
import { rejectCrossSite } from "../cross-site.ts";
import { HttpError, reportError } from "../http-error.ts";
import { sendPage } from "../server-page.ts";

export async function formRoute(
  app: FastifyInstance,
  { limitRate, ...context }: AppContext & { limitRate: onRequestAsyncHookHandler },
): Promise<void> {
  const { store } = context;
  acceptOnly(app, "application/x-www-form-urlencoded", "string");
  app.setErrorHandler((error, request, reply) => {
    const httpError = reportError(error, request, reply);
    const { mayBeStored = false, retryAfterSeconds } = httpError;
    const { message, advice } = explainFailure(toFailureKind(httpError), {
      mayBeStored,
      isOwnServer: true,
      retryAfterSeconds,
      kept: KEPT_IN_FORM,
    });
    const page = { kind: "not-stored" as const, title: message, problems: [], advice };
    return sendPage(reply, page, context);
  });

  app.post(FORM_PATH, { onRequest: [rejectCrossSite, limitRate] }, async (request, reply) => {
    const form = parseForm(request.body);
    const draft = readForm(form);
    const problems = findProblems(draft);
    if (problems.length > 0) {
      request.failure = { reason: "Invalid fields" };
      const page = {
        kind: "not-stored" as const,
        title: explainProblems(problems),
        problems: problems.map(describeProblem),
        advice: `${KEPT_IN_FORM}.`,
      };
      return sendPage(reply.code(422), page, context);
    }
    const requirement = toDataRequirement(draft);
    const spamReason = findSpamReason(requirement, readHoneypot(form));
    const row = await store.insertForm(requirement, spamReason);
    return sendPage(reply, { kind: "stored", reference: referenceOf(row.id) }, context);
  });
}

/** Maximum number of fields in a posted form, several times what ours has. */
const MAX_PAIRS = 100;

/** Counts the pairs before parsing, because 160,000 of them would block the server for a second. */
function parseForm(body: unknown): URLSearchParams {
  const text = typeof body === "string" ? body : "";
  if (text.split("&", MAX_PAIRS + 1).length > MAX_PAIRS) {
    throw new HttpError(400, "Too many form fields");
  }
  return new URLSearchParams(text);
}

function toFailureKind({ statusCode, mayBeStored }: HttpError): FailureKind {
  if (mayBeStored) return "unconfirmed";
  if (statusCode === 403) return "other-site";
  if (statusCode === 429) return "limited";
  if (statusCode === 413) return "too-large";
  return statusCode >= 500 ? "unavailable" : "rejected";
}
