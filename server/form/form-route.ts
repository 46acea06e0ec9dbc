import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { RequestPageContent } from "../../domain/built-pages.ts";
import { emptyDraft, findProblems, toDataRequirement } from "../../domain/data-requirement.ts";
import { SENT_NOTICE } from "../../domain/native-form.ts";
import { apiError } from "../http/insert/api-error.ts";
import { checkRow } from "../http/insert/check-row.ts";
import {
  toApiError,
  toFailure,
  type InsertFailure,
  type InsertRouteOptions,
} from "../http/insert/insert-outcome.ts";
import { formKey, isFromOwnPage, readForm } from "./form-post.ts";
import type { RenderRequestPage } from "./request-page.ts";

/** The content type of a form posted without script. */
export const FORM_TYPE = "application/x-www-form-urlencoded";

export type FormOptions = InsertRouteOptions & {
  renderRequestPage: RenderRequestPage;
  pageHeaders: Record<string, string>;
  /** Milliseconds since 1970. */
  now: () => number;
};

const SENT = `/#${SENT_NOTICE}`;

const MESSAGES = {
  otherSite: "This form was sent from another site. Please send it from this page.",
  honeypot: "A field that must stay empty was filled in. Please send the form again.",
  malformed: "The form could not be read. Please go back and send it again.",
  limited: "Too many requests from your network. Please go back and try again in a minute.",
  unstorable: "The form contains characters that cannot be stored. Please remove them.",
  unavailable: "Your request could not be stored right now. Please try again in a moment.",
};

/** Answers a form posted without script with a redirect to the confirmation, or with a page of errors. */
export async function form(app: FastifyInstance, options: FormOptions): Promise<void> {
  const { insert, onInsert, record } = options;
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    FORM_TYPE,
    { parseAs: "string" },
    async (_request: unknown, body: string) => body,
  );
  app.setErrorHandler(async (error, request, reply) =>
    respondToFailure(request, reply, toFailure(error), {}),
  );

  app.post(
    "/data_requirements",
    { constraints: { form: "form" }, onRequest: onInsert },
    async (request, reply) => {
      const posted = readForm(request.body);
      if (!posted) return reject(request, reply, 400, "malformed");
      const { draft } = posted;
      if (!isFromOwnPage(request.headers, request.host)) {
        return reject(request, reply, 403, "otherSite", { draft });
      }
      const problems = findProblems(draft);
      const requirement = toDataRequirement(draft);
      if (posted.isHoneypotFilled) return reject(request, reply, 422, "honeypot", { draft });
      if (problems.length > 0) return reject(request, reply, 422, "invalid", { draft, problems });
      if (checkRow(requirement).kind === "rejected") {
        return reject(request, reply, 422, "unstorable", { draft });
      }

      const outcome = await insert(requirement, formKey(requirement, options.now()));
      // Stored now, or by the first of two clicks.
      if (outcome.kind !== "stored" && outcome.kind !== "duplicate") {
        return respondToFailure(request, reply, outcome, { draft });
      }
      record(request, outcome);
      return reply.redirect(SENT, 303);
    },
  );

  function reject(
    request: FastifyRequest,
    reply: FastifyReply,
    status: number,
    reason: keyof typeof MESSAGES | "invalid",
    content: Partial<RequestPageContent> = {},
  ): Promise<FastifyReply> {
    record(request, apiError(status, reason, "The form was not accepted"));
    const message = reason === "invalid" ? null : MESSAGES[reason];
    return showPage(reply, status, { ...content, message });
  }

  async function respondToFailure(
    request: FastifyRequest,
    reply: FastifyReply,
    failure: InsertFailure,
    content: Partial<RequestPageContent>,
  ): Promise<FastifyReply> {
    record(request, failure);
    const { error, retryAfterSeconds } = toApiError(failure);
    if (retryAfterSeconds !== undefined) reply.header("retry-after", String(retryAfterSeconds));
    const message =
      failure.kind === "limited"
        ? MESSAGES.limited
        : error.status < 500
          ? MESSAGES.malformed
          : MESSAGES.unavailable;
    return showPage(reply, error.status, { ...content, message });
  }

  async function showPage(
    reply: FastifyReply,
    status: number,
    content: Partial<RequestPageContent>,
  ): Promise<FastifyReply> {
    const blank = { draft: emptyDraft(), problems: [], message: null };
    const html = await options.renderRequestPage({ ...blank, ...content });
    reply.code(status).headers(options.pageHeaders).header("cache-control", "no-store");
    return reply.type("text/html; charset=utf-8").send(html);
  }
}
