import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { UnsentContent, RequestPageContent } from "../../../domain/built-pages.ts";
import { emptyDraft, findProblems, toDataRequirement } from "../../../domain/data-requirement.ts";
import { explainFailure, type FailureKind } from "../../../domain/messages.ts";
import { FORM_PATH, SENT_PATH } from "../../../domain/native-form.ts";
import { setStatus } from "../insert/api-error.ts";
import { checkRow } from "../insert/check-row.ts";
import {
  toApiError,
  toFailure,
  type Failure,
  type InsertOptions,
  type UnsentForm,
} from "../insert/outcome.ts";
import { formKey, isFromOwnPage, readForm } from "./form-post.ts";
import { sendNotFound, type StaticSite } from "../static-site.ts";
import type { RenderRequestPage } from "./request-page.ts";

export type FormOptions = InsertOptions & {
  renderRequestPage: RenderRequestPage;
  site: StaticSite;
  /** Milliseconds since 1970. */
  now: () => number;
};

/** Answers a form posted without script with a redirect to the confirmation, or with a page of errors. */
export async function form(app: FastifyInstance, options: FormOptions): Promise<void> {
  const { insert, onRequest } = options;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_request: unknown, body: string) => body,
  );
  app.setErrorHandler(async (error, request, reply) => {
    const posted = readForm(request.body);
    return respondToFailure(request, reply, toFailure(error), posted && { draft: posted.draft });
  });

  app.post(FORM_PATH, { onRequest }, async (request, reply) => {
    const posted = readForm(request.body);
    if (!posted) return reject(request, reply, 400, "unreadable-form");
    const { draft, formUse } = posted;
    if (!isFromOwnPage(request.headers, request.host)) {
      return reject(request, reply, 403, "other-site", { draft });
    }
    const problems = findProblems(draft);
    if (problems.length > 0) return reject(request, reply, 422, "invalid", { draft, problems });
    const requirement = toDataRequirement(draft);
    if (checkRow(requirement).kind === "rejected") {
      return reject(request, reply, 422, "unstorable", { draft });
    }

    const outcome = await insert(requirement, formKey(requirement, options.now()), formUse);
    if (outcome.kind !== "stored" && outcome.kind !== "duplicate") {
      return respondToFailure(request, reply, outcome, { draft });
    }
    // Either this post stored it, or the first of two clicks did.
    request.outcome = outcome;
    return reply.redirect(SENT_PATH, 303);
  });

  app.get(FORM_PATH, async (request, reply) =>
    "sent" in (request.query as object)
      ? showPage(reply, { kind: "sent" })
      : sendNotFound(options.site, request, reply),
  );

  function reject(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    reason: UnsentForm["reason"],
    content: Partial<UnsentContent> = {},
  ): Promise<FastifyReply> {
    request.outcome = { kind: "unsent", reason };
    const failure = reason === "invalid" ? null : explainFailure(reason);
    return showUnsent(reply.code(status), { ...content, failure });
  }

  async function respondToFailure(
    request: FastifyRequest,
    reply: FastifyReply,
    outcome: Failure,
    content: Partial<UnsentContent> = {},
  ): Promise<FastifyReply> {
    request.outcome = outcome;
    setStatus(reply, toApiError(outcome));
    const retryAfter = reply.getHeader("retry-after");
    const seconds = retryAfter === undefined ? undefined : Number(retryAfter);
    const failure = explainFailure(toFailureKind(outcome), seconds);
    return showUnsent(reply, { ...content, failure });
  }

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

function toFailureKind(failure: Failure): FailureKind {
  switch (failure.kind) {
    case "rejected":
      return failure.status === 413 ? "too-large-form" : "unreadable-form";
    case "limited":
      return "limited-form";
    case "busy":
      return "busy";
    case "unavailable":
    case "failed":
      return "unavailable";
  }
}
