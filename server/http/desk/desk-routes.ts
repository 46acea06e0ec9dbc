import { Readable } from "node:stream";

import type { FastifyInstance } from "fastify";

import { MAX_NOTE } from "../../../contract/desk-form.ts";
import { DESK_PATH } from "../../../contract/routes.ts";
import { writeCsv } from "../../store/request-csv.ts";
import { acceptOnly } from "../accept-only.ts";
import type { AppContext } from "../context.ts";
import { requireSameOrigin } from "../cross-site.ts";
import { reportError } from "../http-error.ts";
import { sendPage } from "../server-page.ts";
import { sendNotFound } from "../static-site.ts";
import { changeList, listFilter } from "./change-list.ts";
import { changeRequest } from "./change-request.ts";
import { confirmationContent, detailsContent, listContent } from "./desk-content.ts";
import { readQuery, readResult } from "./desk-query.ts";
import { requirePassword } from "./password.ts";

const REQUEST_PATH = `${DESK_PATH}/:id`;

export async function deskRoutes(
  app: FastifyInstance,
  context: AppContext & { deskPassword: string },
): Promise<void> {
  const { store, site, deskPassword } = context;
  const { timeZone } = context.config;
  acceptOnly(app, "application/x-www-form-urlencoded", "string");
  app.setErrorHandler((error, request, reply) => {
    const { statusCode } = reportError(error, request, reply);
    const explanation = EXPLANATIONS[statusCode] ?? UNAVAILABLE;
    return sendPage(reply, { kind: "failed", ...explanation }, context);
  });
  await requirePassword(app, deskPassword);

  app.get(DESK_PATH, async ({ url }, reply) => {
    const { search } = new URL(url, "http://desk");
    const content = await listContent(store, readQuery(search), {
      timeZone,
      done: readResult(search),
    });
    return sendPage(reply, content, context);
  });

  app.post(DESK_PATH, { onRequest: requireSameOrigin }, async (request, reply) => {
    const outcome = await changeList(store, new URLSearchParams(String(request.body)));
    switch (outcome.kind) {
      case "changed":
        return reply.redirect(outcome.next, 303);
      case "unconfirmed":
        return sendPage(reply, await confirmationContent(store, outcome, timeZone), context);
      case "unknown-action":
        return sendNotFound(site, reply);
    }
  });

  app.get(`${DESK_PATH}/export.csv`, async ({ url }, reply) => {
    const query = readQuery(new URL(url, "http://desk").search);
    const isAll = query.selection.kind === "requests";
    const filter = isAll ? {} : await listFilter(store, query);
    return reply
      .header("content-disposition", 'attachment; filename="requests.csv"')
      .type("text/csv; charset=utf-8")
      .send(Readable.from(writeCsv(store, { filter, timeZone })));
  });

  app.get<RequestRoute>(REQUEST_PATH, async ({ params }, reply) => {
    const [row] = await store.find({ id: params.id });
    if (!row) return sendNotFound(site, reply);
    return sendPage(reply, await detailsContent(store, row, { timeZone }), context);
  });

  app.post<RequestRoute>(REQUEST_PATH, { onRequest: requireSameOrigin }, async (request, reply) => {
    const { params, body, colleague } = request;
    const [row] = await store.find({ id: params.id });
    if (!row) return sendNotFound(site, reply);
    const form = new URLSearchParams(String(body));
    const outcome = await changeRequest(store, row, form, colleague);
    switch (outcome.kind) {
      case "changed":
        return reply.redirect(outcome.next, 303);
      case "note-conflict": {
        const { unsaved } = outcome;
        request.failure = { reason: "Note conflict" };
        const [current = row] = await store.find({ id: params.id });
        const details = await detailsContent(store, current, { timeZone, unsavedNote: unsaved });
        return sendPage(reply.code(409), details, context);
      }
      case "unknown-action":
        return sendNotFound(site, reply);
    }
  });
}

type RequestRoute = { Params: { id: string } };

/** Explains the statuses that a colleague's browser can cause. */
const EXPLANATIONS: Record<number, typeof UNAVAILABLE> = {
  401: {
    title: "The desk needs the password",
    advice: "Try again with any name and the desk's password.",
  },
  403: {
    title: "This was not sent from the desk",
    advice: "Open the desk and click the button there.",
  },
  413: {
    title: "The note is too long",
    advice: `Go back, and shorten it to ${MAX_NOTE} characters.`,
  },
  429: {
    title: "Too many wrong passwords from your network",
    advice: "Try again in a minute.",
  },
};

const UNAVAILABLE = {
  title: "The desk is unavailable",
  advice: "Try again in a minute. If that does not help, the server's log has the reason.",
};
