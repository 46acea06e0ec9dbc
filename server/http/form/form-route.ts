import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from "fastify";

import { emptyDraft, findProblems, toDataRequirement } from "../../../domain/data-requirement.ts";
import { referenceOf } from "../../../domain/identifiers.ts";
import { explainFailure, type FailureKind } from "../../../domain/texts/messages.ts";
import type { UnsentContent, RequestPageContent } from "../../../domain/wire/built-pages.ts";
import { FORM_PATH } from "../../../domain/wire/native-form.ts";
import type { RequestStore } from "../../store/store.ts";
import { acceptOnly } from "../accept-only.ts";
import { setStatus, toApiError, type ApiError } from "../api-error.ts";
import type { RenderRequestPage } from "../built-pages.ts";
import { rejectOtherSites } from "../reject-other-sites.ts";
import type { StaticSite } from "../static-site.ts";
import { formKey, readForm } from "./form-post.ts";

export type FormOptions = {
  store: RequestStore;
  limitRate: onRequestAsyncHookHandler;
  renderRequestPage: RenderRequestPage;
  site: StaticSite;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Responds to a form posted without script with a page: a confirmation, or what to correct. */
export async function form(app: FastifyInstance, options: FormOptions): Promise<void> {
  const { store, limitRate } = options;
  acceptOnly(app, "application/x-www-form-urlencoded", "string");
  app.setErrorHandler(async (error, request, reply) => {
    const posted = readForm(request.body);
    const apiError = toApiError(error);
    const reason = toFailureKind(apiError);
    request.failure = { reason, cause: apiError.cause };
    return showUnsent(setStatus(reply, apiError), {
      ...(posted && { draft: posted.draft }),
      failure: explainFailure(reason, apiError.retryAfterSeconds ?? undefined),
    });
  });

  app.post(FORM_PATH, { onRequest: [rejectOtherSites(), limitRate] }, async (request, reply) => {
    const posted = readForm(request.body);
    if (!posted) {
      request.failure = { reason: "unreadable-form" };
      return showUnsent(reply.code(400), { failure: explainFailure("unreadable-form") });
    }
    const { draft, formUse } = posted;
    const problems = findProblems(draft);
    if (problems.length > 0) return showUnsent(reply.code(422), { draft, problems });
    const requirement = toDataRequirement(draft);
    const key = formKey({ requirement, formUse }, await store.readSecret(), options.now());
    // There is no row if it was stored before, by the first of two clicks or before a reload.
    const row = await store.insert(requirement, key, formUse);
    return showPage(reply, {
      kind: "sent",
      reference: row && referenceOf(row.id),
      createdAt: row && row.created_at,
    });
  });

  function showUnsent(reply: FastifyReply, content: Partial<UnsentContent>): Promise<FastifyReply> {
    const blank = { draft: emptyDraft(), problems: [], failure: null };
    return showPage(reply, { kind: "unsent", ...blank, ...content });
  }

  async function showPage(reply: FastifyReply, content: RequestPageContent): Promise<FastifyReply> {
    const html = await options.renderRequestPage(content);
    reply.headers(options.site.pageHeaders).header("cache-control", "no-store");
    return reply.type("text/html; charset=utf-8").send(html);
  }
}

function toFailureKind({ status }: ApiError): FailureKind {
  if (status === 403) return "other-site";
  if (status === 429) return "limited-form";
  if (status === 413) return "too-large-form";
  return status >= 500 ? "unavailable" : "unreadable-form";
}
