import { Readable } from "node:stream";

import type { FastifyInstance } from "fastify";

import { DESK_ACTION, DESK_FIELD, DESK_QUERY, SPAM_ONLY } from "../../../contract/desk-form.ts";
import { DESK_PATH } from "../../../contract/routes.ts";
import { readNote } from "../../../domain/note.ts";
import { writeCsv } from "../../store/request-csv.ts";
import { acceptOnly } from "../accept-only.ts";
import { setStatus, toApiError } from "../api-error.ts";
import type { AppContext } from "../context.ts";
import { requireOwnPage } from "../reject-other-sites.ts";
import { sendPage } from "../server-page.ts";
import { sendNotFound } from "../static-site.ts";
import { detailsContent, listContent } from "./desk-content.ts";
import { DESK_ERRORS, NOTE_TOO_LONG } from "./desk-errors.ts";
import { requirePassword } from "./password.ts";

const REQUEST_PATH = `${DESK_PATH}/:id`;

export async function deskRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  const { store, site, config } = context;
  const time = () => ({ now: store.now(), timeZone: config.timeZone });
  acceptOnly(app, "application/x-www-form-urlencoded", "string");
  app.setErrorHandler((error, request, reply) => {
    const apiError = toApiError(error);
    request.failure = apiError;
    const text = DESK_ERRORS[apiError.statusCode] ?? DESK_ERRORS.other;
    return sendPage(setStatus(reply, apiError), { kind: "failed", ...text }, context);
  });
  await requirePassword(app, config.deskPassword ?? "");

  app.get(DESK_PATH, async ({ url }, reply) => {
    const { searchParams } = new URL(url, "http://desk");
    const given = searchParams.get(DESK_QUERY.page) ?? "";
    const query = {
      isSpam: searchParams.get(DESK_QUERY.spam) === SPAM_ONLY,
      search: (searchParams.get(DESK_QUERY.search) ?? "").trim(),
      page: /^[1-9]\d{0,5}$/.test(given) ? Number(given) : 1,
    };
    return sendPage(reply, await listContent(store, query, time()), context);
  });

  app.get(`${DESK_PATH}/export.csv`, (_request, reply) =>
    reply
      .header("content-disposition", 'attachment; filename="requests.csv"')
      .type("text/csv; charset=utf-8")
      .send(Readable.from(writeCsv(store))),
  );

  app.get<RequestRoute>(REQUEST_PATH, async ({ params }, reply) => {
    const [row] = store.find(params);
    if (!row) return sendNotFound(site, reply);
    return sendPage(reply, detailsContent(row, time()), context);
  });

  app.post<RequestRoute>(
    REQUEST_PATH,
    { onRequest: requireOwnPage },
    async ({ params, body, colleague }, reply) => {
      const { id } = params;
      const [row] = store.find({ id });
      if (!row) return sendNotFound(site, reply);
      const form = new URLSearchParams(String(body));
      let next = `${DESK_PATH}/${id}`;
      switch (form.get(DESK_FIELD.action) ?? "") {
        case DESK_ACTION.replied:
          store.markReplied(id, colleague);
          break;
        case DESK_ACTION.unreplied:
          store.markUnreplied(id);
          break;
        case DESK_ACTION.spam:
          store.markSpam(id);
          break;
        case DESK_ACTION.notSpam:
          store.markNotSpam(id);
          break;
        case DESK_ACTION.note: {
          const text = readNote(form.get(DESK_FIELD.note) ?? "");
          if (text === undefined) {
            return sendPage(reply.code(422), { kind: "failed", ...NOTE_TOO_LONG }, context);
          }
          const note = { text, by: colleague };
          if (store.setNote(id, note, form.get(DESK_FIELD.readAt) || null)) break;
          const details = detailsContent(row, { ...time(), unsaved: text ?? "" });
          return sendPage(reply.code(409), details, context);
        }
        case DESK_ACTION.erase:
          store.erase({ id });
          next = DESK_PATH;
          break;
        default:
          return sendNotFound(site, reply);
      }
      return reply.redirect(next, 303);
    },
  );
}

type RequestRoute = { Params: { id: string } };
